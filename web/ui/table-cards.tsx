import Box from '@mui/material/Box'
import { Fragment, type ReactElement, type ReactNode } from 'react'
import { DotSeparated } from './dot-separated.tsx'
import { Block, Grid, Row } from './layout.tsx'
import { rowInset } from './panel.tsx'
import { ActionsSkeleton, AmountSkeleton, TextSkeleton } from './skeleton.tsx'
import type { CardPlace, Column, DataTableProps } from './table-props.ts'

type CardsProps<Item> = Pick<
  DataTableProps<Item>,
  'label' | 'columns' | 'rows' | 'rowKey' | 'sum'
> & {
  expected: number
}

/** The rows as cards, each with its columns at the places that they name. */
export function TableCards<Item>(props: CardsProps<Item>) {
  const { label, columns, rows, rowKey, sum, expected } = props
  return (
    <Block as="ul" aria-label={label}>
      {rows === undefined
        ? Array.from({ length: expected }, (_, index) => index).map((index) => (
            <Block as="li" key={index} aria-hidden {...room} lineAbove={index > 0}>
              <Card
                at={(place) => partsOf(columns, place, () => placeholders[place]).slice(0, 1)}
              />
            </Block>
          ))
        : rows.map((row, index) => (
            <Block as="li" key={rowKey(row)} {...room} lineAbove={index > 0}>
              <Card at={(place) => partsOf(columns, place, (draw) => draw(row))} />
            </Block>
          ))}
      {sum !== undefined && (
        <Block as="li" {...room} lineAbove>
          <Card at={(place) => partsOf(columns, place, (draw) => draw(sum))} />
        </Block>
      )}
    </Block>
  )
}

const room = { px: rowInset, pt: 3, pb: 2.5 }

/** The content of every column that stands at a place and has something to say. */
function partsOf<Item>(
  columns: readonly Column<Item>[],
  place: CardPlace,
  content: (draw: (row: Item) => ReactNode) => ReactNode,
): ReactElement[] {
  return columns.flatMap(({ key, cell, onCard }) => {
    const draw = typeof onCard === 'object' ? onCard[place] : onCard === place ? cell : undefined
    const drawn = draw && content(draw)
    return drawn ? [<Fragment key={key}>{drawn}</Fragment>] : []
  })
}

function Card({ at }: { at: (place: CardPlace) => ReactElement[] }) {
  return (
    <Row align="start" gap={3}>
      {at('lead')}
      <Grid columns="minmax(0, 1fr) auto" columnGap={3} flex={1} minWidth={0}>
        <Block minWidth={0}>
          <Row align="start" gap={1} size={15} leading={22} strong breakWords>
            {at('title')}
          </Row>
          <Block size={14.5} leading={22} tone="ink2">
            <DotSeparated>{at('fact')}</DotSeparated>
            {at('line').map((part) => (
              <div key={part.key}>{part}</div>
            ))}
          </Block>
        </Block>
        <div>{at('aside')}</div>
        <CardFoot parts={at('foot')} actions={at('actions')} />
      </Grid>
    </Row>
  )
}

/** The foot is a row of its own: a long link leaves the lines above their width. */
function CardFoot({ parts, actions }: { parts: ReactElement[]; actions: ReactElement[] }) {
  if (parts.length + actions.length === 0) return null
  return (
    <Row justify="between" columnGap={3} minHeight={40} style={{ gridColumn: '1 / -1' }}>
      <Block minWidth={0} size={14.5}>
        {parts.map((part) => (
          <Row key={part.key}>{part}</Row>
        ))}
      </Block>
      <Box
        sx={{
          display: 'flex',
          alignItems: 'center',
          flex: 'none',
          // An icon button's glyph, not its area, stands on the edge.
          '& > .MuiIconButton-root:last-child': { mr: '-10px' },
        }}
      >
        {actions}
      </Box>
    </Row>
  )
}

const placeholders: Partial<Record<CardPlace, ReactNode>> = {
  title: <Line width={170} />,
  fact: <Line width={190} />,
  line: <Line width={190} />,
  aside: <AmountSkeleton />,
  foot: <TextSkeleton width={128} />,
  actions: <ActionsSkeleton />,
}

function Line({ width }: { width: number }) {
  return (
    <Block py="5px">
      <TextSkeleton width={width} />
    </Block>
  )
}
