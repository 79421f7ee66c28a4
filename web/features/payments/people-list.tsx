import InputAdornment from '@mui/material/InputAdornment'
import { useDeferredValue, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { PaymentPreview } from '#contract/payments.ts'
import { Icon } from '#web/ui/icon.tsx'
import { SearchIcon } from '#web/ui/icons/search.tsx'
import { Block } from '#web/ui/layout.tsx'
import { LoadFailed } from '#web/ui/load-failed.tsx'
import { Scrolled } from '#web/ui/long-list.tsx'
import { TextSkeleton } from '#web/ui/skeleton.tsx'
import { Text } from '#web/ui/text.tsx'
import { TextInput } from '#web/ui/text-input.tsx'
import { PersonRow } from './person-row.tsx'
import { type PaidPerson, usePreviewPeople } from './preview-people.ts'

interface PeopleListProps {
  payrollId: string
  preview: PaymentPreview
  only: readonly string[] | null
  unaccepted: ReadonlySet<string>
  left: readonly string[]
  /** Addresses at which held people are paid, by their ids. */
  paidAt?: Readonly<Record<string, string>>
  /** Two lines for each person, as on phones. */
  narrow?: boolean
}

/** Above so many people a name is looked for. */
const searchedAbove = 20
const rowHeight = 42
/** Half a row more says that the list goes on. */
const rowsSeen = 5.5
/** The next page is asked for so many pixels before the end. */
const nearEndPx = 600

/** The people and their amounts, read page by page as the list is scrolled. */
export function PeopleList(props: PeopleListProps) {
  const { payrollId, preview, only, unaccepted, left, paidAt = {}, narrow = false } = props
  const { t } = useTranslation()
  const [typed, setTyped] = useState('')
  const search = useDeferredValue(typed.trim())
  const { previewHash, period } = preview
  const query = { payrollId, only, previewHash, search, period }
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } =
    usePreviewPeople(query)
  const people = data?.pages.flatMap((page) => page.people)
  const shown = people?.filter(({ _id }) => !left.includes(_id))
  return (
    <>
      {preview.employees > searchedAbove && <SearchField value={typed} onType={setTyped} />}
      <Scrolled
        label={t('payments.who.title')}
        onScroll={({ currentTarget: { scrollHeight, scrollTop, clientHeight } }) => {
          const isNearEnd = scrollHeight - scrollTop - clientHeight < nearEndPx
          if (isNearEnd && hasNextPage && !isFetchingNextPage) void fetchNextPage()
        }}
        maxHeight={{
          xs: preview.employees > searchedAbove ? 340 : 'none',
          md: rowHeight * rowsSeen,
        }}
      >
        {error && !shown && <LoadFailed error={error} onRetry={refetch} />}
        {shown?.length === 0 && (
          <Text variant="secondary" py={3} tone="ink2" role="status">
            {t('payments.who.nobody')}
          </Text>
        )}
        {!shown && !error && (
          <Block py={3}>
            <TextSkeleton width={220} />
          </Block>
        )}
        <Block as="ul">
          {shown?.map((person) => (
            <PersonRow
              key={person._id}
              person={at(person, paidAt[person._id])}
              usdRate={preview.usdRate}
              isUnaccepted={unaccepted.has(person._id)}
              narrow={narrow}
            />
          ))}
        </Block>
      </Scrolled>
    </>
  )
}

/** The person paid at another address. */
const at = (person: PaidPerson, address: string | undefined): PaidPerson =>
  address === undefined ? person : { ...person, cryptoAddress: address }

function SearchField({ value, onType }: { value: string; onType: (text: string) => void }) {
  const { t } = useTranslation()
  return (
    <TextInput
      value={value}
      onChange={({ target }) => onType(target.value)}
      placeholder={t('payments.who.search')}
      startAdornment={
        <InputAdornment position="start">
          <Icon as={SearchIcon} size={20} />
        </InputAdornment>
      }
      fullWidth
      height={40}
      mb={3}
      slotProps={{
        input: { 'aria-label': t('payments.who.search'), type: 'search', maxLength: 200 },
      }}
    />
  )
}
