import type { Control } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { type PersonDecision, type PersonQuestion, uploadLimitBytes } from '#contract/imports.ts'
import type { PayrollEdit } from '#contract/payrolls.ts'
import { CsvLinks } from '#web/shared/imports/csv-links.tsx'
import { DropZone } from '#web/shared/imports/drop-zone.tsx'
import { Faults } from '#web/shared/imports/faults.tsx'
import { FileChip } from '#web/shared/imports/file-chip.tsx'
import { TextField } from '#web/ui/form-fields.tsx'
import { Block, Grid, Row } from '#web/ui/layout.tsx'
import { Text } from '#web/ui/text.tsx'
import { UsdChange } from '#web/ui/usd-change.tsx'
import { wrongText } from './csv-text.ts'
import { DiffView } from './diff-view.tsx'
import { FaultTable } from './fault-table.tsx'
import { questionsOf } from './open-questions.ts'
import { PeopleDiff } from './people-diff.tsx'
import { PersonQuestions } from './person-questions.tsx'
import type { Preview } from './preview.ts'
import { PreviewTable, Wrong } from './preview-table.tsx'
import { ProgressView } from './progress-view.tsx'
import type { NoPreview } from './use-preview.ts'
import type { UploadState } from './use-upload.ts'

interface UploadBodyProps {
  /** The form of the new payroll's texts; null where the payroll exists. */
  control: Control<PayrollEdit, unknown, PayrollEdit> | null
  file: File | null
  onFile: (file: File | null) => void
  preview: Preview | NoPreview | undefined
  upload: UploadState
  /** Rows about which somebody has still to say who they are. */
  open: readonly PersonQuestion[]
  decisions: readonly PersonDecision[]
  onDecide: (decision: PersonDecision) => void
  compares: boolean
  /** People who are kept by hand, and no payroll's list. */
  people: boolean
}

/** The dialog's content: choosing a file, its progress, and its outcome. */
export function UploadBody(props: UploadBodyProps) {
  const { control, file, onFile, preview, upload, compares, people, open, decisions } = props
  const { t } = useTranslation()
  const underWay = upload.step === 'sending' || upload.step === 'reading'
  const chip = file && (
    <FileChip
      name={file.name}
      rows={typeof preview === 'string' ? null : preview?.rows}
      onRemove={underWay ? undefined : () => onFile(null)}
    />
  )
  if (upload.step === 'compared' || upload.step === 'undecided') {
    return (
      <>
        <Row wrap={{ xs: true, sm: false }} justify="between" columnGap={5} rowGap={3}>
          <Row minWidth={0} align="stretch">
            {chip}
          </Row>
          {upload.step === 'compared' && upload.diff.totalUsd && (
            <Total {...upload.diff.totalUsd} />
          )}
          {people && (
            <Text variant="secondary" maxWidth={250} tone="ink2" textAlign={{ sm: 'right' }}>
              {t('employees.import.matching')}
            </Text>
          )}
        </Row>
        <PersonQuestions
          questions={questionsOf(upload)}
          counts={upload.step === 'undecided' ? upload.counts : undefined}
          openCount={open.length}
          decisions={decisions}
          onDecide={props.onDecide}
        />
        {upload.step === 'compared' &&
          (people ? <PeopleDiff diff={upload.diff} /> : <DiffView diff={upload.diff} />)}
      </>
    )
  }
  if (underWay && file) {
    return (
      <>
        {chip}
        <ProgressView upload={upload} bytes={file.size} compares={compares} />
      </>
    )
  }
  return (
    <>
      {control && (
        <Grid
          columns={{ xs: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))' }}
          columnGap={4}
          rowGap="18px"
          align="start"
          pt={1}
          mb={5}
        >
          <TextField
            control={control}
            name="name"
            label={t('payrolls.form.name')}
            maxLength={200}
            autoComplete="off"
          />
          <TextField
            control={control}
            name="description"
            label={t('payrolls.form.description')}
            maxLength={1000}
            autoComplete="off"
          />
        </Grid>
      )}
      {people && (
        <Text tone="ink2" mb={4}>
          {t('employees.import.lead')}
        </Text>
      )}
      <DropZone
        onFile={onFile}
        maxBytes={uploadLimitBytes}
        tooLarge={t('payrolls.csv.refused.tooLarge')}
      >
        <CsvLinks />
      </DropZone>
      {chip && <Block mt={4}>{chip}</Block>}
      {upload.step === 'invalid' ? (
        <FaultTable importId={upload.importId} errorCount={upload.errorCount} />
      ) : upload.step === 'refused' ? (
        <Wrong text={upload.error.message} />
      ) : preview === 'unreadable' ? (
        <Wrong text={t('payrolls.csv.unreadable')} />
      ) : preview === 'notLoaded' ? (
        <Wrong text={t('errors.networkRead')} />
      ) : (
        preview && (
          <>
            {preview.wrongCount > 0 && <WrongCells preview={preview} />}
            <PreviewTable preview={preview} />
          </>
        )
      )}
    </>
  )
}

/** The cells that the browser itself finds wrong, each with why. */
function WrongCells({ preview: { wrong, wrongCount } }: { preview: Preview }) {
  const faults = wrong.map((cell) => ({ ...cell, message: wrongText(cell) }))
  return <Faults faults={faults} count={wrongCount} />
}

/** The salaries of all people on the list, before and after. */
function Total(change: { from: number; to: number }) {
  const { t } = useTranslation()
  return (
    <Row
      stackFrom="sm"
      align={{ xs: 'baseline', sm: 'end' }}
      wrap
      flex={{ xs: '1 0 100%', sm: 'none' }}
      justify="between"
      columnGap={4}
    >
      <Text variant="secondary" as="span" tone="ink2">
        {t('payrolls.details.totalAmount')}
      </Text>
      <UsdChange {...change} />
    </Row>
  )
}
