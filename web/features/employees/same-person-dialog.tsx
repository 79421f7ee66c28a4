import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import type { EmployeeBody } from '#contract/employee-body.ts'
import { anotherPerson, type LikenessQuestion } from '#contract/person-questions.ts'
import { ApiError } from '#web/lib/api.ts'
import { SidesTable } from '#web/shared/imports/sides-table.tsx'
import { AppDialog } from '#web/ui/app-dialog.tsx'
import { Button } from '#web/ui/controls.tsx'
import { Block } from '#web/ui/layout.tsx'
import { Text } from '#web/ui/text.tsx'

/** An edit that waits for the answer whether it is about the same person. */
export type WaitingEdit = { question: LikenessQuestion; body: EmployeeBody }

/** The question of the server, where that is why an edit was refused. */
export function readLikenessQuestion(error: Error): LikenessQuestion | null {
  if (!(error instanceof ApiError) || error.code !== 'ANOTHER_PERSON') return null
  return anotherPerson.safeParse(error.data).data?.question ?? null
}

interface SamePersonDialogProps {
  question: LikenessQuestion
  onClose: () => void
  onSame: () => void
  /** Adds the values of the form as a new person; the one who was edited stays. */
  onOther: () => void
  busy: boolean
}

/** Asks whether an edit that could make somebody else of a paid person is about the same one. */
export function SamePersonDialog(props: SamePersonDialogProps) {
  const { question, onClose, onSame, onOther, busy } = props
  const { t } = useTranslation()
  const id = useId()
  const { name, person } = question
  return (
    <AppDialog
      title={t('employees.samePerson.title')}
      size="progress"
      onClose={onClose}
      busy={busy}
      actions={
        <>
          <Button onClick={onOther} disabled={busy}>
            {t('employees.samePerson.other')}
          </Button>
          <Button onClick={onSame} disabled={busy}>
            {t('payrolls.decide.same')}
          </Button>
        </>
      }
    >
      <Text as="h3" id={id} strong size={15} breakWords>
        {t('employees.samePerson.question', { before: person.name, now: name })}
      </Text>
      <Block mt={2}>
        <SidesTable
          question={question}
          listedHead={t('employees.samePerson.typed')}
          labelledBy={id}
        />
      </Block>
      <Text as="p" variant="secondary" tone="ink2" mt={3}>
        {t('employees.samePerson.consequence', { before: person.name })}
      </Text>
    </AppDialog>
  )
}
