import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { SpecialRun } from '#contract/special-runs.ts'
import { usdNumber } from '#domain/money.ts'
import type { SheetFile } from '#domain/special-pay/sheet-csv.ts'
import { DropZone } from '#web/shared/imports/drop-zone.tsx'
import { FileChip } from '#web/shared/imports/file-chip.tsx'
import { AppDialog } from '#web/ui/app-dialog.tsx'
import { Button } from '#web/ui/controls.tsx'
import { Block } from '#web/ui/layout.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Text } from '#web/ui/text.tsx'
import { toastSuccess } from '#web/ui/toasts.tsx'
import { useSaveSpecialRun } from './api.ts'
import { ImportChanges } from './import-changes.tsx'
import { ImportFaults } from './import-faults.tsx'
import { fileLimitBytes, readAmountsFile } from './read-file.ts'

export interface ImportDialogProps {
  run: SpecialRun
  onClose: () => void
  /** Called with the people whose amounts are the file's now. */
  onSaved: (ids: string[]) => void
}

/** The sheet's file with other amounts: first what it changes, and then it is saved. */
export function ImportDialog({ run, onClose, onSaved }: ImportDialogProps) {
  const { t } = useTranslation()
  const save = useSaveSpecialRun(run._id)
  const { name, read, isUnreadable, choose } = useFile(run)
  const isRight = read !== null && read.header === null && read.faults.length === 0
  const changes = isRight ? read.changes : []
  const send = () => {
    const edits = changes.map(({ employeeId, usdCents }) => ({
      employee: employeeId,
      usd: usdCents === null ? null : usdNumber(usdCents),
    }))
    save.mutate(
      { lines: edits },
      {
        onSuccess: () => {
          onSaved(edits.map(({ employee }) => employee))
          toastSuccess(
            t('specialRuns.saved'),
            t('specialRuns.import.saved', { count: edits.length }),
          )
          onClose()
        },
      },
    )
  }
  return (
    <AppDialog
      onClose={onClose}
      title={t('specialRuns.import.title')}
      size="table"
      busy={save.isPending}
      note={
        isRight && changes.length === 0
          ? t('employees.import.nothingToSave')
          : t('payrolls.csv.nothingSaved')
      }
      actions={
        <>
          <Button onClick={onClose} disabled={save.isPending}>
            {t('ui.close')}
          </Button>
          <Button
            variant="contained"
            onClick={send}
            disabled={changes.length === 0 || save.isPending}
          >
            {t('ui.form.save')}
          </Button>
        </>
      }
    >
      <Text tone="ink2" mb={4}>
        {t('specialRuns.import.lead')}
      </Text>
      {name === null ? (
        <DropZone
          onFile={(file) => void choose(file)}
          maxBytes={fileLimitBytes}
          tooLarge={t('specialRuns.import.tooLarge')}
        >
          <Text size={14.5} tone="ink2">
            {t('specialRuns.import.which')}
          </Text>
        </DropZone>
      ) : (
        <FileChip
          name={name}
          rows={isUnreadable ? null : read?.rows}
          onRemove={save.isPending ? undefined : () => void choose(null)}
        />
      )}
      {isUnreadable && (
        <Notice tone="brick" role="alert">
          {t('payrolls.csv.unreadable')}
        </Notice>
      )}
      {read && !isRight && <ImportFaults read={read} />}
      {isRight && (
        <Block mt={4}>
          <ImportChanges run={run} changes={changes} />
        </Block>
      )}
      {save.error && (
        <Notice tone="brick" role="alert">
          {save.error.message}
        </Notice>
      )}
    </AppDialog>
  )
}

/** The chosen file, and what it says as soon as it is read. */
function useFile(run: SpecialRun) {
  const [name, setName] = useState<string | null>(null)
  const [read, setRead] = useState<SheetFile | null>(null)
  const [isUnreadable, setUnreadable] = useState(false)
  const newest = useRef<File | null>(null)
  async function choose(file: File | null) {
    newest.current = file
    setName(file?.name ?? null)
    setRead(null)
    setUnreadable(false)
    if (!file) return
    try {
      const answer = await readAmountsFile(file, run)
      if (newest.current === file) setRead(answer)
    } catch {
      // The file was moved or changed since, or is no text: the person chooses it again.
      if (newest.current === file) setUnreadable(true)
    }
  }
  return { name, read, isUnreadable, choose }
}
