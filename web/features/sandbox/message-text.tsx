import { Fragment } from 'react'
import { Link } from '#web/ui/controls.tsx'
import { Block } from '#web/ui/layout.tsx'
import { Text } from '#web/ui/text.tsx'

/** Links, and codes of six digits that are not inside a longer text. */
const special = /(https?:\/\/[^\s<>"]+[^\s<>".,;:!?)]|(?<![\w.,$])\d{6}(?![\w,]|\.\d))/

/** A message as it was sent, its codes in the figures in which one reads and copies them. */
export function MessageText({ text }: { text: string }) {
  return (
    <Text as="div" mt={0.5} size={14.5} tone="ink2" keepLines breakWords>
      {text
        .trim()
        .split(special)
        .map((part, index) => (
          // The parts never change their order.
          // biome-ignore lint/suspicious/noArrayIndexKey: as above
          <Fragment key={index}>{index % 2 === 0 ? part : <Special text={part} />}</Fragment>
        ))}
    </Text>
  )
}

function Special({ text }: { text: string }) {
  if (text.startsWith('http')) return <Link href={text}>{text}</Link>
  return (
    <Text as="span" mono strong tone="ink" noWrap>
      {text.slice(0, 3)}
      {/* A margin, so that the code is copied without a space. */}
      <Block as="span" ml="0.5em">
        {text.slice(3)}
      </Block>
    </Text>
  )
}
