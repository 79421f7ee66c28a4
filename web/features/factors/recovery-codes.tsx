import Box from '@mui/material/Box'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { saveFile } from '#web/lib/save-file.ts'
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
export function RecoveryCodes({ codes, replaced, onKept }: RecoveryCodesProps) {
  const { t } = useTranslation()
  const { saved } = useUnsavedChanges(true)
  const text = codes.join('\n')
  const title = t('factors.recovery.title')
  const heading = useRef<HTMLDivElement>(null)
  useEffect(() => heading.current?.focus(), [])

  return (
    <>
      <Box
        ref={heading}
        tabIndex={-1}
        role="alert"
        sx={{
          display: 'flex',
          alignItems: 'flex-start',
          gap: 3,
          mb: 3,
          p: '14px 16px',
          borderRadius: '12px',
          bgcolor: 'amberTint',
          outline: 'none',
        }}
      >
        <Mark name="alert" tone="amber" mt="3px" />
        <Block minWidth={0}>
          <Text strong>{t('factors.recovery.keep')}</Text>
          <Text variant="body2">
            {replaced && `${t('factors.recovery.replaced')} `}
            {t('factors.recovery.keepDetail')}
          </Text>
        </Block>
      </Box>
      <Panel flush clip>
        <Box
          component="ul"
          aria-label={title}
          sx={{
            listStyle: 'none',
            m: 0,
            p: 0,
            display: 'grid',
            // The lines are what shows between the cells.
            gap: '1px',
            bgcolor: 'line',
            borderBottom: 1,
            borderColor: 'line',
            gridTemplateColumns: { xs: '1fr 1fr', md: 'repeat(5, 1fr)' },
          }}
        >
          {codes.map((code) => (
            <Text
              as="li"
              key={code}
              py={2.5}
              textAlign="center"
              ground="surface"
              mono
              size={15}
              weight={500}
            >
              {code}
            </Text>
          ))}
        </Box>
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
