import { useTranslation } from 'react-i18next'
import type { Approval } from '#contract/approvals.ts'
import { AccountBeforeAndNow, BeforeAndNow } from '#web/shared/address/address-change.tsx'
import { ChangeOrigin } from '#web/shared/changes/change-origin.tsx'
import { AddressFull } from '#web/ui/address-text.tsx'
import { Block } from '#web/ui/layout.tsx'
import { Text } from '#web/ui/text.tsx'

interface AddressChangeProps {
  change: NonNullable<Approval['addressChange']>
  /** The address is a person's, who can be asked, and not the company's own. */
  isOfPerson: boolean
}

/** The address that a release lets be paid, beside the one before: both are read before approving. */
export function ReleasedAddress({ change, isOfPerson }: AddressChangeProps) {
  const { t } = useTranslation()
  const { before, after } = change
  return (
    <Block as="section" mt={4} pt={5} lineAbove>
      <Text variant="h3" as="h2" size={15}>
        {t('approvals.release.address')}
      </Text>
      <ChangeOrigin {...change} />
      {before === null ? (
        <Block mt={1}>
          <AddressFull address={after} perLine={11} size={14} />
        </Block>
      ) : (
        <BeforeAndNow from={before} to={after} />
      )}
      {isOfPerson && (
        <Text variant="secondary" tone="ink2" mt={3}>
          {t('approvals.release.ask')}
        </Text>
      )}
    </Block>
  )
}

/** The bank account that a release lets be paid, beside the one before. */
export function ReleasedAccount({ change }: Pick<AddressChangeProps, 'change'>) {
  const { t } = useTranslation()
  return (
    <Block as="section" mt={4} pt={5} lineAbove>
      <Text variant="h3" as="h2" size={15}>
        {t('approvals.release.account')}
      </Text>
      <ChangeOrigin {...change} />
      <AccountBeforeAndNow from={change.before} to={change.after} />
      <Text variant="secondary" tone="ink2" mt={3}>
        {t('approvals.release.ask')}
      </Text>
    </Block>
  )
}
