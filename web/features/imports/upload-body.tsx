import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import type { Control } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type { PayrollEdit } from '#contract/payrolls.ts'
import { TextField } from '#web/ui/form-fields.tsx'
import { DiffView } from './diff-view.tsx'
import { DropZone } from './drop-zone.tsx'
import { FaultTable } from './fault-table.tsx'
import { FileChip } from './file-chip.tsx'
import type { Preview } from './preview.ts'
import { PreviewTable, Wrong } from './preview-table.tsx'
import { ProgressView } from './progress-view.tsx'
import { UsdChange } from './usd-change.tsx'
import type { NoPreview } from './use-preview.ts'
import type { Upload } from './use-upload.ts'

interface UploadBodyProps {
  /** Of the new payroll's texts; null where the payroll exists. */
  control: Control<PayrollEdit, unknown, PayrollEdit> | null
  file: File | null
  onFile: (file: File | null) => void
  preview: Preview | NoPreview | undefined
  upload: Upload
  compares: boolean
}

/** What the dialog shows: choosing a file, its way, and what came of it. */
export function UploadBody(props: UploadBodyProps) {
  const { control, file, onFile, preview, upload, compares } = props
  const { t } = useTranslation()
  const underWay = upload.step === 'sending' || upload.step === 'reading'
  const chip = file && (
    <FileChip
      name={file.name}
      rows={typeof preview === 'string' ? null : preview?.rows}
      onRemove={underWay ? undefined : () => onFile(null)}
    />
  )
  if (upload.step === 'compared') {
    return (
      <>
        <Box
          sx={{
            display: 'flex',
            flexWrap: { xs: 'wrap', sm: 'nowrap' },
            alignItems: 'center',
            justifyContent: 'space-between',
            columnGap: 5,
            rowGap: 3,
          }}
        >
          <Box sx={{ display: 'flex', minWidth: 0 }}>{chip}</Box>
          {upload.diff.totalUsd && <Total {...upload.diff.totalUsd} />}
        </Box>
        <DiffView diff={upload.diff} />
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
        <Box
          sx={{
            display: 'grid',
            gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))' },
            columnGap: 4,
            rowGap: '18px',
            alignItems: 'start',
            pt: 1,
            mb: 5,
          }}
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
        </Box>
      )}
      <DropZone onFile={onFile} disabled={false} />
      {chip && <Box sx={{ mt: 4 }}>{chip}</Box>}
      {upload.step === 'invalid' ? (
        <FaultTable importId={upload.importId} errorCount={upload.errorCount} />
      ) : upload.step === 'refused' ? (
        <Wrong text={upload.error.message} />
      ) : preview === 'unreadable' ? (
        <Wrong text={t('payrolls.csv.unreadable')} />
      ) : preview === 'notLoaded' ? (
        <Wrong text={t('errors.networkRead')} />
      ) : (
        preview && <PreviewTable preview={preview} />
      )}
    </>
  )
}

/** What all people of the list cost, before and after. */
function Total(change: { from: number; to: number }) {
  const { t } = useTranslation()
  return (
    <Box
      sx={{
        display: 'flex',
        flexDirection: { xs: 'row', sm: 'column' },
        flexWrap: 'wrap',
        flex: { xs: '1 0 100%', sm: 'none' },
        justifyContent: 'space-between',
        alignItems: { xs: 'baseline', sm: 'flex-end' },
        columnGap: 4,
      }}
    >
      <Typography variant="secondary" component="span" sx={{ color: 'ink2' }}>
        {t('payrolls.details.totalAmount')}
      </Typography>
      <UsdChange {...change} />
    </Box>
  )
}
