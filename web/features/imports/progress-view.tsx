import { useTranslation } from 'react-i18next'
import { useFormat } from '#web/lib/use-format.ts'
import { CoverageBar } from '#web/shared/coverage/coverage-bar.tsx'
import { Percentage } from '#web/ui/figure.tsx'
import { Mark, type MarkName } from '#web/ui/inline-icons.tsx'
import { Block, Row } from '#web/ui/layout.tsx'
import type { Tone } from '#web/ui/style-tokens.ts'
import { Text } from '#web/ui/text.tsx'
import type { UploadState } from './use-upload.ts'

type UnderWay = Extract<UploadState, { step: 'sending' | 'reading' }>
type Progress = 'done' | 'now' | 'later'

const looks: Record<Progress, { mark: MarkName; tone: Tone }> = {
  done: { mark: 'tick', tone: 'jade' },
  now: { mark: 'half', tone: 'anil' },
  later: { mark: 'ahead', tone: 'ink2' },
}

/** Percent of the current step, cut; null where it is unknown. */
function percentOf(upload: UnderWay): number | null {
  const [done, all] =
    upload.step === 'sending'
      ? [upload.sent, upload.total]
      : [upload.progress?.rowsRead ?? 0, upload.progress?.rowsTotal ?? 0]
  return all > 0 ? Math.min(100, Math.floor((done * 100) / all)) : null
}

interface ProgressViewProps {
  upload: UnderWay
  bytes: number
  /** A comparison saves nothing in the end. */
  compares: boolean
}

/** How far a list is: sent, read, saved. */
export function ProgressView({ upload, bytes, compares }: ProgressViewProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const percent = percentOf(upload) ?? 0
  const progress = upload.step === 'reading' ? upload.progress : null
  const saving = progress?.state === 'saving'
  const isSent = upload.step !== 'sending'
  const megabytes = t('payrolls.csv.megabytes', { size: format.decimal(bytes / 1_000_000) })
  const rows =
    progress?.rowsTotal != null
      ? t('payrolls.csv.rowsOf', {
          read: format.count(progress.rowsRead),
          total: format.count(progress.rowsTotal),
        })
      : ''
  return (
    <Block mt={5}>
      <Percentage percent={percent} />
      <CoverageBar percent={percent} tone="anil" label={t('payrolls.csv.progress')} />
      <Block role="status" as="ul" mt={4}>
        <Step
          progress={isSent ? 'done' : 'now'}
          text={t(isSent ? 'payrolls.csv.step.sent' : 'payrolls.csv.step.sending')}
          aside={megabytes}
        />
        <Step
          progress={saving ? 'done' : isSent ? 'now' : 'later'}
          text={t('payrolls.csv.step.reading')}
          aside={rows}
        />
        <Step
          progress={saving ? 'now' : 'later'}
          text={t(compares ? 'payrolls.csv.step.comparing' : 'payrolls.csv.step.saving')}
          aside={t(compares ? 'payrolls.csv.step.savesNothing' : 'payrolls.csv.step.allOrNothing')}
        />
      </Block>
      {progress !== null && (
        <Text variant="secondary" pt={3} tone="ink2" lineAbove>
          {!compares && `${t('payrolls.csv.goesOn')} `}
          {t('payrolls.csv.errorsSoFar', {
            count: progress.errorCount,
            errors: format.count(progress.errorCount),
          })}
        </Text>
      )}
    </Block>
  )
}

function Step({ progress, text, aside }: { progress: Progress; text: string; aside: string }) {
  const { mark, tone } = looks[progress]
  return (
    <Row as="li" gap={2.5} minHeight={46} lineAbove>
      <Mark name={mark} tone={tone} />
      <Text as="span" flex={1} tone={tone} strong={progress !== 'later'}>
        {text}
      </Text>
      <Text as="span" tone="ink2">
        {aside}
      </Text>
    </Row>
  )
}
