import { useTranslation } from 'react-i18next'
import { useFormat } from '#web/lib/use-format.ts'
import { IconButton } from '#web/ui/controls.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { CloseIcon } from '#web/ui/icons/close.tsx'
import { DescriptionIcon } from '#web/ui/icons/description.tsx'
import { Row } from '#web/ui/layout.tsx'
import { Text } from '#web/ui/text.tsx'

interface FileChipProps {
  name: string
  /** Undefined while they are being counted, null if they can't be. */
  rows: number | null | undefined
  /** Absent once the file is on its way. */
  onRemove?: (() => void) | undefined
}

export function FileChip({ name, rows, onRemove }: FileChipProps) {
  const { t } = useTranslation()
  const format = useFormat()
  return (
    <Row
      inline
      outlined
      gap={2.5}
      maxWidth="100%"
      minHeight={40}
      pl={3.5}
      pr={onRemove ? 0 : 3.5}
      rounded={8}
      ground="page"
      size={14.5}
    >
      <Icon as={DescriptionIcon} size={19} tone="ink2" flex="none" />
      <Text title={name} as="span" strong truncate>
        {name}
      </Text>
      <Text role="status" as="span" tone="ink2" noWrap>
        {rows === undefined && t('payrolls.csv.counting')}
        {typeof rows === 'number' &&
          t('payrolls.csv.rows', { count: rows, rows: format.count(rows) })}
      </Text>
      {onRemove && (
        <IconButton onClick={onRemove} aria-label={t('payrolls.csv.removeFile', { name })}>
          <Icon as={CloseIcon} size={18} />
        </IconButton>
      )}
    </Row>
  )
}
