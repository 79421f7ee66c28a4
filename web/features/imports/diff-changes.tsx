import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import Typography from '@mui/material/Typography'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#web/lib/use-format.ts'
import { useTruncatedList } from '#web/lib/use-truncated-list.ts'

interface SectionProps<Item> {
  title: string
  /** Beside the title. */
  note?: ReactNode
  /** The first of them, as many as the server lists. */
  items: readonly Item[]
  total: number
}

interface ChangesProps<Item> extends SectionProps<Item> {
  children: (item: Item) => ReactNode
}

/** One kind of change, a line each. */
export function Changes<Item>({ children, ...section }: ChangesProps<Item>) {
  return (
    <Section {...section} shownAtFirst={5}>
      {(shown) => (
        <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
          {shown.map((item, index) => (
            // Two people may have the same name and change; the list itself never changes.
            // biome-ignore lint/suspicious/noArrayIndexKey: as above
            <Box component="li" key={index} sx={{ py: 2.5, borderTop: 1, borderColor: 'line' }}>
              {children(item)}
            </Box>
          ))}
        </Box>
      )}
    </Section>
  )
}

/** Names in one running text. */
export function Names(section: SectionProps<{ name: string }>) {
  return (
    <Section {...section} shownAtFirst={20}>
      {(shown) => (
        <Box sx={{ py: 2.5, borderTop: 1, borderColor: 'line', overflowWrap: 'anywhere' }}>
          {shown.map(({ name }) => name).join(', ')}
        </Box>
      )}
    </Section>
  )
}

interface Props<Item> extends SectionProps<Item> {
  shownAtFirst: number
  children: (shown: readonly Item[]) => ReactNode
}

/** A long list ends in 'Ver los otros 7', and says how many it does not have. */
function Section<Item>({ title, note, items, total, shownAtFirst, children }: Props<Item>) {
  const { t } = useTranslation()
  const format = useFormat()
  const { shown, rest, showAll } = useTruncatedList(items, shownAtFirst)
  if (total === 0) return null
  const unlisted = total - items.length
  return (
    <Box component="section" sx={{ mt: 5 }}>
      <Box
        sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'baseline', columnGap: 2, mb: 1.5 }}
      >
        <Typography variant="h3" sx={{ fontSize: '0.9375rem' }}>
          {title}
        </Typography>
        {note && (
          <Typography variant="secondary" component="span" sx={{ color: 'ink2' }}>
            {note}
          </Typography>
        )}
      </Box>
      {children(shown)}
      {rest > 0 && (
        <Link component="button" type="button" onClick={showAll}>
          {t('ui.showRest', { rest: format.count(rest) })}
        </Link>
      )}
      {rest === 0 && unlisted > 0 && (
        <Typography variant="secondary" sx={{ color: 'ink2' }}>
          {t('payrolls.diff.unlisted', { count: unlisted, rest: format.count(unlisted) })}
        </Typography>
      )}
    </Box>
  )
}
