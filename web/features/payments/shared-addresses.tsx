import { useTranslation } from 'react-i18next'
import { useFormat } from '#web/lib/use-format.ts'
import { CheckLine } from '#web/ui/check-line.tsx'
import { Mark } from '#web/ui/inline-icons.tsx'
import { Block, Row } from '#web/ui/layout.tsx'
import { Text } from '#web/ui/text.tsx'
import type { SharedAddresses, SharedGroup } from './use-shared-addresses.ts'

const namedAtMost = 4

/** 'José y Rosa', 'Ana, Eva y Luz' */
function useNames() {
  const format = useFormat()
  return ({ names }: SharedGroup) => {
    const rest = names.length - namedAtMost
    const shown = rest > 0 ? [...names.slice(0, namedAtMost), `+${rest}`] : names
    return format.list(shown)
  }
}

/** People who would be paid at one address: right, or a slip by which somebody gets nothing. */
export function SharedAddressGroups({
  shared,
  disabled,
}: {
  shared: SharedAddresses
  disabled: boolean
}) {
  const { t } = useTranslation()
  const names = useNames()
  return shared.groups.map((group) => {
    const several = group.ids.length > 2 ? 'more' : 'two'
    return (
      <Row key={group.ids.join(' ')} gap={3} align="start" pt={4} lineAbove>
        <Text as="span" mt="1px" tone={group.accepted ? 'ink2' : 'brick'}>
          <Mark name="alert" mt="3px" />
        </Text>
        <Block flex={1} minWidth={0} pb={2}>
          <Text variant="cell" as="p" mb={1} breakWords tone="ink2" boldInk>
            <b>{t('payments.shared.sentence', { names: names(group) })}</b>{' '}
            {t(`payments.shared.${several}.why`)}
          </Text>
          <CheckLine
            checked={group.accepted}
            disabled={disabled || shared.busy}
            onChange={(on) => shared.onAccept(group, on)}
            plain
          >
            <span>
              {t('payments.shared.right')}
              {group.isRemembered && (
                <Text as="span" tone="ink2">
                  {` · ${t(`payments.shared.${several}.remembered`)}`}
                </Text>
              )}
            </span>
          </CheckLine>
        </Block>
      </Row>
    )
  })
}
