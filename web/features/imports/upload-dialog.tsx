import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ImportedPeople, PersonDecision } from '#contract/imports.ts'
import { type Payroll, payrollEdit } from '#contract/payrolls.ts'
import { successText } from '#web/lib/answer-text.ts'
import { ApiError } from '#web/lib/api.ts'
import { useFormat } from '#web/lib/use-format.ts'
import { useZodForm } from '#web/lib/use-zod-form.ts'
import { AppDialog } from '#web/ui/app-dialog.tsx'
import { Button, Link } from '#web/ui/controls.tsx'
import { useDialogPresence, useStaysMounted } from '#web/ui/dialog-presence.tsx'
import { toastError, toastSuccess } from '#web/ui/toasts.tsx'
import { useUnsavedChanges } from '#web/ui/unsaved-changes.tsx'
import { downloadReport } from './api.ts'
import { openQuestions } from './open-questions.ts'
import { UploadBody } from './upload-body.tsx'
import { usePreview } from './use-preview.ts'
import { useUpload } from './use-upload.ts'

/** A new payroll with these texts, the list of one that exists, or people who are kept by hand. */
export type UploadPurpose =
  | { kind: 'create'; name: string; description: string }
  | { kind: 'replace'; payroll: Payroll }
  | { kind: 'people' }

interface UploadDialogProps {
  purpose: UploadPurpose
  onClose: () => void
  /** Called for the list of a payroll, and not for people. */
  onSaved?: (payroll: Payroll) => void
}

/** The payroll or the people whom a file is compared with before it is saved; null: it is sent as it is. */
function findCompared(purpose: UploadPurpose): Compared | null {
  if (purpose.kind === 'create') return null
  return purpose.kind === 'people'
    ? { kind: 'people' }
    : { kind: 'replace', payrollId: purpose.payroll._id }
}

type Compared = { kind: 'people' } | { kind: 'replace'; payrollId: string }

/** 'Adjunte el listado de empleados:', or 'Importar personas' */
export function UploadDialog({ purpose, onClose, onSaved }: UploadDialogProps) {
  const { t } = useTranslation()
  const [file, setFile] = useState<File | null>(null)
  const preview = usePreview(file)
  const format = useFormat()
  const creates = purpose.kind === 'create'
  const people = purpose.kind === 'people'
  const counted = ({ added, changed }: ImportedPeople) => ({
    added: format.count(added),
    changed: format.count(changed),
  })
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
    onSaved: ({ payroll, people }) => {
      saved()
      if (people) {
        toastSuccess(
          t('employees.import.saved'),
          t('employees.import.savedCounts', counted(people)),
        )
      } else {
        toastSuccess(creates ? t('payrolls.csv.added') : successText('payrollEdited'), payroll.name)
      }
      if (isOpen.current) onClose()
      if (payroll) onSaved?.(payroll)
    },
    onFailed: (error) => {
      if (isOpen.current || (error instanceof ApiError && error.isAboutSession)) return
      toastError(t(people ? 'employees.import.failed' : 'payrolls.csv.failed'), error.message)
    },
  })

  // The server goes on reading a list though the dialog is closed; opened again it shows how far.
  // After a lost answer it is sent again.
  useStaysMounted(upload.step === 'sending' || upload.step === 'reading')

  const isRight =
    preview !== undefined &&
    typeof preview !== 'string' &&
    preview.faults.length === 0 &&
    preview.wrongCount === 0 &&
    preview.rows > 0
  const hasWrongCells = typeof preview === 'object' && preview.wrongCount > 0
  const texts = watch()
  const named = texts.name.trim() !== '' && texts.description.trim() !== ''
  const underWay = ['sending', 'reading', 'saved'].includes(upload.step)
  // The server goes on reading a list without the dialog.
  const isKept = upload.step === 'reading' || upload.step === 'saved'
  const isBegun = file !== null || texts.name !== '' || texts.description !== ''
  const { saved, leave } = useUnsavedChanges(isBegun && !isKept)

  // The changes of a file are shown at once: nothing is saved by that.
  const [compared] = useState(() => findCompared(purpose))
  const [decisions, setDecisions] = useState<readonly PersonDecision[]>([])
  useEffect(() => {
    if (file && isRight && compared) void start(file, { ...compared, dryRun: true })
  }, [file, isRight, compared, start])
  const open = openQuestions(upload, decisions)
  const decide = (decision: PersonDecision) => {
    const all = [...decisions.filter(({ row }) => row !== decision.row), decision]
    setDecisions(all)
    const isLast = open.every(({ row }) => row === decision.row)
    if (!file || !compared || !isLast) return
    // The changes are compared once more, with all answers.
    const importId = upload.step === 'undecided' ? upload.importId : null
    const target = { ...compared, dryRun: true, decisions: all }
    void start(file, target, importId === null ? undefined : { importId, decisions: all })
  }

  const send = handleSubmit((texts) => {
    if (file && !underWay && !compared)
      void start(file, { kind: 'create', ...texts, dryRun: false })
  })
  /** The server writes the report, of a file that it reads and does not save. */
  const wantsReport = useRef(false)
  const report = (importId: string) => {
    wantsReport.current = false
    if (file) downloadReport(importId, file.name).catch((error: Error) => toastError(error.message))
  }
  const askForReport = () => {
    if (!file) return
    if (upload.step === 'invalid') return report(upload.importId)
    wantsReport.current = true
    const named = { name: file.name, description: file.name }
    void start(file, { ...(compared ?? { kind: 'create' as const, ...named }), dryRun: true })
  }
  const reportOf = upload.step === 'invalid' ? upload.importId : null
  const reportNow = useRef(report)
  reportNow.current = report
  useEffect(() => {
    if (reportOf !== null && wantsReport.current) reportNow.current(reportOf)
  }, [reportOf])

  const isCompared = upload.step === 'compared' && open.length === 0
  const changesNothing = people && isCompared && upload.diff.added + upload.diff.changed === 0
  const save = () => {
    if (file && compared && isCompared) {
      void start(file, { ...compared, dryRun: false, decisions })
    }
  }

  function close() {
    // An upload that is only being sent ends with the dialog; the server continues with a whole
    // one.
    if (upload.step === 'sending') forget()
    onClose()
  }
  // While sending, the button says that it cancels.
  const askToClose = () => (upload.step === 'sending' ? close() : leave(close))

  const isShown = upload.step === 'compared' || upload.step === 'undecided'
  const whyNot =
    file === null
      ? t('payrolls.csv.whyNot.file')
      : creates && isRight && !named
        ? t('payrolls.csv.whyNot.names')
        : upload.step === 'invalid'
          ? null
          : open.length > 0
            ? t('payrolls.decide.whyNot', { count: open.length })
            : changesNothing
              ? t('employees.import.nothingToSave')
              : people && isCompared
                ? t('employees.import.nothingYet')
                : t('payrolls.csv.nothingSaved')
  return (
    <AppDialog
      onClose={askToClose}
      title={t(
        isShown ? 'payrolls.diff.title' : people ? 'employees.import.title' : 'payrolls.csv.title',
      )}
      size={isShown ? 'wide' : underWay ? 'progress' : 'table'}
      {...(creates && { onSubmit: send })}
      note={
        (upload.step === 'invalid' || (upload.step === 'none' && hasWrongCells)) && file ? (
          <>
            {t('payrolls.csv.nothingSaved')}{' '}
            <Link component="button" type="button" onClick={askForReport}>
              {t('payrolls.csv.report')}
            </Link>
          </>
        ) : (
          whyNot
        )
      }
      actions={
        <>
          <Button onClick={askToClose}>
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
            <Button variant="contained" onClick={save} disabled={!isCompared || changesNothing}>
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
          setDecisions([])
          setFile(next)
        }}
        preview={preview}
        upload={upload}
        open={open}
        decisions={decisions}
        onDecide={decide}
        compares={!creates}
        people={people}
      />
    </AppDialog>
  )
}
