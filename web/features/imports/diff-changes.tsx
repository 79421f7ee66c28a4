import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#web/lib/use-format.ts'
import { useTruncatedList } from '#web/lib/use-truncated-list.ts'
import { Link } from '#web/ui/controls.tsx'
import { Block, Row } from '#web/ui/layout.tsx'
import { Text } from '#web/ui/text.tsx'

interface SectionProps<Item> {
  title: string
  /** Beside the title. */
  note?: ReactNode
  /** The first changes, as many as the server lists. */
  items: readonly Item[]
  total: number
  /** The link to the others, given their number; without it 'Ver los otros 7'. */
  restText?: (rest: string) => string
}

interface ChangesProps<Item> extends SectionProps<Item> {
  children: (item: Item) => ReactNode
}

/** One kind of change, a line each. */
export function ChangeLines<Item>({ children, ...section }: ChangesProps<Item>) {
  return (
    <Section {...section} shownAtFirst={5}>
      {(shown) => (
        <Block as="ul">
          {shown.map((item, index) => (
            // Two people may have the same name and change; the list itself never changes.
            // biome-ignore lint/suspicious/noArrayIndexKey: as above
            <Block key={index} as="li" py={2.5} lineAbove>
              {children(item)}
            </Block>
          ))}
        </Block>
      )}
    </Section>
  )
}

/** Names in one running text. */
export function NameList(section: SectionProps<{ name: string }>) {
  return (
    <Section {...section} shownAtFirst={20}>
      {(shown) => (
        <Text as="div" py={2.5} breakWords lineAbove>
          {shown.map(({ name }) => name).join(', ')}
        </Text>
      )}
    </Section>
  )
}

interface Props<Item> extends SectionProps<Item> {
  shownAtFirst: number
  children: (shown: readonly Item[]) => ReactNode
}

/** A long list ends in 'Ver los otros 7', and says how many it does not have. */
function Section<Item>(props: Props<Item>) {
  const { title, note, items, total, shownAtFirst, restText, children } = props
  const { t } = useTranslation()
  const format = useFormat()
  const { shown, rest, showAll } = useTruncatedList(items, shownAtFirst)
  if (total === 0) return null
  const unlisted = total - items.length
  return (
    <Block as="section" mt={5}>
      <Row wrap align="baseline" columnGap={2} mb={1.5}>
        <Text variant="h3" size={15}>
          {title}
        </Text>
        {note && (
          <Text variant="secondary" as="span" tone="ink2">
            {note}
          </Text>
        )}
      </Row>
      {children(shown)}
      {rest > 0 && (
        <Link component="button" type="button" onClick={showAll}>
          {restText?.(format.count(rest)) ?? t('ui.showRest', { rest: format.count(rest) })}
        </Link>
      )}
      {rest === 0 && unlisted > 0 && (
        <Text variant="secondary" tone="ink2">
          {t('payrolls.diff.unlisted', { count: unlisted, rest: format.count(unlisted) })}
        </Text>
      )}
    </Block>
  )
}
