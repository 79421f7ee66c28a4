import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { saveFile } from '#web/lib/save-file.ts'
import { CodeGrid } from '#web/ui/code-grid.tsx'
import { Button } from '#web/ui/controls.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { DownloadIcon } from '#web/ui/icons/download.tsx'
import { PrintIcon } from '#web/ui/icons/print.tsx'
import { Mark } from '#web/ui/inline-icons.tsx'
import { Block, Row } from '#web/ui/layout.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { Text } from '#web/ui/text.tsx'
import { useUnsavedChanges } from '#web/ui/unsaved-changes.tsx'
import { printCodes } from './print-codes.ts'

interface RecoveryCodesProps {
  codes: readonly string[]
  /** Others were made before. */
  replaced: boolean
  onKept: () => void
}

/** The ten codes, until somebody says that they are kept. */
export function RecoveryCodeList({ codes, replaced, onKept }: RecoveryCodesProps) {
  const { t } = useTranslation()
  const { saved } = useUnsavedChanges(true)
  const text = codes.join('\n')
  const title = t('factors.recovery.title')
  const heading = useRef<HTMLDivElement>(null)
  useEffect(() => heading.current?.focus(), [])

  return (
    <>
      <Row
        ref={heading}
        tabIndex={-1}
        role="alert"
        align="start"
        gap={3}
        mb={3}
        p="14px 16px"
        rounded={12}
        ground="amberTint"
      >
        <Mark name="alert" tone="amber" mt="3px" />
        <Block minWidth={0}>
          <Text strong>{t('factors.recovery.keep')}</Text>
          <Text variant="body2">
            {replaced && `${t('factors.recovery.replaced')} `}
            {t('factors.recovery.keepDetail')}
          </Text>
        </Block>
      </Row>
      <Panel flush clip>
        <CodeGrid label={title} codes={codes} />
        <Row wrap justify="between" gap={3} px={4} py={2.5}>
          <Row wrap columnGap={2}>
            <CopyButton value={text} label={t('factors.recovery.copyAll')} text />
            <Button
              variant="text"
              size="small"
              startIcon={<DownloadIcon />}
              onClick={() =>
                saveFile(new Blob([`${title}\n\n${text}\n`]), t('factors.recovery.file'))
              }
            >
              {t('factors.recovery.download')}
            </Button>
            <Button
              variant="text"
              size="small"
              startIcon={<PrintIcon />}
              onClick={() => printCodes(title, codes)}
            >
              {t('factors.recovery.print')}
            </Button>
          </Row>
          <Button
            size="small"
            onClick={() => {
              saved()
              onKept()
            }}
            flex={{ xs: '1 1 100%', sm: 'none' }}
            height={{ xs: 44, md: 36 }}
          >
            {t('factors.recovery.saved')}
          </Button>
        </Row>
      </Panel>
    </>
  )
}
