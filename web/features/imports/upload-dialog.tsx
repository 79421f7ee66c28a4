import Button from '@mui/material/Button'
import Link from '@mui/material/Link'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { payrollEdit } from '#contract/payrolls.ts'
import { answerText } from '#web/lib/answer-text.ts'
import { ApiError } from '#web/lib/api.ts'
import { useZodForm } from '#web/lib/use-zod-form.ts'
import type { UploadDialogProps } from '#web/shared/imports/upload-dialog-props.ts'
import { AppDialog } from '#web/ui/app-dialog.tsx'
import { useDialogPresence, useStaysMounted } from '#web/ui/dialog-presence.tsx'
import { toastError, toastSuccess } from '#web/ui/toasts.tsx'
import { downloadReport } from './api.ts'
import { UploadBody } from './upload-body.tsx'
import { usePreview } from './use-preview.ts'
import { useUpload } from './use-upload.ts'

/** 'Adjunte el listado de empleados:' */
export function UploadDialog({ purpose, onClose, onSaved }: UploadDialogProps) {
  const { t } = useTranslation()
  const [file, setFile] = useState<File | null>(null)
  const preview = usePreview(file)
  const creates = purpose.kind === 'create'
  const { control, handleSubmit, watch } = useZodForm(
    payrollEdit,
    creates
      ? { name: purpose.name, description: purpose.description }
      : { name: '', description: '' },
  )
  const presence = useDialogPresence()
  const isOpen = useRef(presence.isOpen)
  isOpen.current = presence.isOpen
  useEffect(
    () => () => {
      isOpen.current = false
    },
    [],
  )
  const { upload, start, forget } = useUpload({
    onSaved: (payroll) => {
      toastSuccess(creates ? t('payrolls.csv.added') : answerText('payrollEdited'), payroll.name)
      if (isOpen.current) onClose()
      onSaved?.(payroll)
    },
    onFailed: (error) => {
      if (isOpen.current || (error instanceof ApiError && error.isAboutSession)) return
      toastError(t('payrolls.csv.failed'), error.message)
    },
  })

  // The server goes on reading a list though the dialog is closed; opened again it shows how far.
  // After a lost answer it is sent again.
  useStaysMounted(upload.step === 'sending' || upload.step === 'reading')

  const isRight =
    preview !== undefined &&
    typeof preview !== 'string' &&
    preview.faults.length === 0 &&
    preview.rows > 0
  const named = watch('name').trim() !== '' && watch('description').trim() !== ''
  const underWay = ['sending', 'reading', 'saved'].includes(upload.step)

  // The changes of a file are shown at once: nothing is saved by that.
  const payrollId = creates ? null : purpose.payroll._id
  useEffect(() => {
    if (file && isRight && payrollId !== null) {
      void start(file, { kind: 'replace', payrollId, dryRun: true })
    }
  }, [file, isRight, payrollId, start])

  const send = handleSubmit((texts) => {
    if (!file || underWay) return
    void start(
      file,
      payrollId === null
        ? { kind: 'create', ...texts }
        : { kind: 'replace', payrollId, dryRun: false },
    )
  })
  const replace = () => {
    if (file && payrollId !== null && upload.step === 'compared') {
      void start(file, { kind: 'replace', payrollId, dryRun: false })
    }
  }

  function close() {
    // An upload that is only being sent ends with the dialog; the server continues with a whole
    // one.
    if (upload.step === 'sending') forget()
    onClose()
  }

  const whyNot =
    file === null
      ? t('payrolls.csv.whyNot.file')
      : creates && isRight && !named
        ? t('payrolls.csv.whyNot.names')
        : upload.step === 'invalid'
          ? null
          : t('payrolls.csv.nothingSaved')
  return (
    <AppDialog
      onClose={close}
      title={t(upload.step === 'compared' ? 'payrolls.diff.title' : 'payrolls.csv.title')}
      size={upload.step === 'compared' ? 'wide' : underWay ? 'progress' : 'table'}
      {...(creates && { onSubmit: send })}
      note={
        upload.step === 'invalid' && file ? (
          <>
            {t('payrolls.csv.nothingSaved')}{' '}
            <Link
              component="button"
              type="button"
              onClick={() => {
                downloadReport(upload.importId, file.name).catch((error: Error) =>
                  toastError(error.message),
                )
              }}
            >
              {t('payrolls.csv.report')}
            </Link>
          </>
        ) : (
          whyNot
        )
      }
      actions={
        <>
          <Button onClick={close}>
            {t(upload.step === 'sending' ? 'ui.form.cancel' : 'ui.close')}
          </Button>
          {creates ? (
            <Button
              type="submit"
              variant="contained"
              disabled={!isRight || !named || underWay || upload.step === 'invalid'}
            >
              {t('payrolls.csv.send')}
            </Button>
          ) : (
            <Button variant="contained" onClick={replace} disabled={upload.step !== 'compared'}>
              {t('ui.form.save')}
            </Button>
          )}
        </>
      }
    >
      <UploadBody
        control={creates ? control : null}
        file={file}
        onFile={(next) => {
          forget()
          setFile(next)
        }}
        preview={preview}
        upload={upload}
        compares={!creates}
      />
    </AppDialog>
  )
}
