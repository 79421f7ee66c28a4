import { useEffect, useMemo, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import type { EmployeeBody } from '#contract/employee-body.ts'
import type { Employee } from '#contract/employees.ts'
import type { Network } from '#domain/address.ts'
import { employeeFieldNames } from '#domain/employee-fields.ts'
import { successText } from '#web/lib/answer-text.ts'
import { showFaults } from '#web/lib/form-errors.ts'
import { fullName } from '#web/lib/full-name.ts'
import { asLeft } from '#web/lib/list-places.ts'
import { useZodForm } from '#web/lib/use-zod-form.ts'
import { paths } from '#web/shared/paths.ts'
import { DialogPresence } from '#web/ui/dialog-presence.tsx'
import { FormPage } from '#web/ui/form-page.tsx'
import { toastError, toastSuccess, toastWarning } from '#web/ui/toasts.tsx'
import { useUnsavedChanges } from '#web/ui/unsaved-changes.tsx'
import { HoldNotice } from './address-hold.tsx'
import { type EmployeeToSave, useAcceptShared, useCountry, useSaveEmployee } from './api.ts'
import {
  ChangedMeanwhile,
  listDiffering,
  type Meanwhile,
  readChangedEmployee,
} from './changed-meanwhile.tsx'
import { ContactChange } from './contact-change.tsx'
import { blankEmployee, employeeForm, valuesOf } from './employee-values.ts'
import { PaySection, PersonSection } from './form-sections.tsx'
import { readLikenessQuestion, SamePersonDialog, type WaitingEdit } from './same-person-dialog.tsx'
import { type Sharing, useSharing } from './shared-address.tsx'

interface EmployeeFormProps {
  network: Network
  /** The employee to edit; absent for a new one. */
  employee?: Employee
}

export function EmployeeForm({ network, employee }: EmployeeFormProps) {
  const { t } = useTranslation()
  // As saved: somebody else may save the employee while the form is open.
  const [present, setPresent] = useState(employee)
  const [meanwhile, setMeanwhile] = useState<Meanwhile | null>(null)
  const [waiting, setWaiting] = useState<WaitingEdit | null>(null)
  const id = employee?._id
  const navigate = useNavigate()
  const save = useSaveEmployee()
  const country = useCountry()
  const schema = useMemo(() => employeeForm(network, country), [network, country])
  const form = useZodForm(schema, employee ? valuesOf(employee) : blankEmployee)
  const { control, handleSubmit, setError, setFocus, setValue, getValues, reset, formState } = form
  const address = useWatch({ control, name: 'cryptoAddress' })
  const sharing = useSharing(address, network, id)
  // Nothing is known of another address that is being typed.
  const isSaved = address === present?.cryptoAddress
  const saveSharing = useSaveSharing(sharing)
  const { saved } = useUnsavedChanges(formState.isDirty)
  const [round, setRound] = useState(0)
  useEffect(() => {
    if (round > 0) setFocus('firstName')
  }, [round, setFocus])

  function send(
    body: EmployeeBody,
    then: (employee: Employee) => void,
    answer: Pick<EmployeeToSave, 'present' | 'samePerson'> = { present },
  ) {
    if (save.isPending || save.isSuccess) return
    save.mutate(
      { body, ...answer },
      {
        onSuccess: async (employee) => {
          await saveSharing(employee._id)
          then(employee)
        },
        onError: (error) => {
          const question = readLikenessQuestion(error)
          setWaiting(question && { question, body })
          if (question) return
          const changed = readChangedEmployee(error)
          if (changed && present) showChanged(present, changed, error.message)
          else if (!showFaults(error, employeeFieldNames, setError)) toastError(error.message)
        },
      },
    )
  }

  /** Keeps the fields that the person typed in; all others show what is saved now. */
  function showChanged(before: Employee, now: Employee, message: string) {
    const typed = getValues()
    const values = { before: valuesOf(before), now: valuesOf(now) }
    reset(values.now)
    for (const name of listDiffering(typed, values.before)) {
      setValue(name, typed[name], { shouldDirty: true })
    }
    setPresent(now)
    setMeanwhile({ message, ...values })
  }

  function leave({ _id }: Employee) {
    saved()
    toastSuccess(successText(id === _id ? 'employeeEdited' : 'employeeCreated'))
    void navigate(asLeft(paths.employees))
  }

  function another(employee: Employee) {
    toastSuccess(successText('employeeCreated'), fullName(employee))
    save.reset()
    reset(blankEmployee)
    setRound(round + 1)
  }

  // Fields that are folded, or keep a text of their own, begin again with other values.
  const shown = `${round} ${present?.version}`
  return (
    <FormPage
      onSubmit={handleSubmit((body) => send(body, leave))}
      {...(id === undefined && { onAnother: handleSubmit((body) => send(body, another)) })}
      faults={Object.keys(formState.errors).length}
      cancelTo={paths.employees}
      submit={t('ui.form.save')}
      pending={save.isPending}
    >
      {meanwhile && <ChangedMeanwhile meanwhile={meanwhile} />}
      <PersonSection key={`person ${shown}`} control={control} country={country}>
        {present?.contactChanges && <ContactChange changes={present.contactChanges} />}
      </PersonSection>
      <PaySection key={`pay ${shown}`} control={control} network={network} sharing={sharing}>
        {present?.addressHold && isSaved && (
          <HoldNotice employeeId={present._id} hold={present.addressHold} />
        )}
        {present?.accountHold && isSaved && (
          <HoldNotice employeeId={present._id} hold={present.accountHold} />
        )}
      </PaySection>
      <DialogPresence>
        {waiting && (
          <SamePersonDialog
            question={waiting.question}
            onClose={() => setWaiting(null)}
            onSame={() => send(waiting.body, leave, { present, samePerson: true })}
            onOther={() => send(waiting.body, leave, {})}
            busy={save.isPending}
          />
        )}
      </DialogPresence>
    </FormPage>
  )
}

/** Saves the tick beside the employee. The person is saved already where this fails. */
function useSaveSharing({ others, accepted }: Sharing) {
  const { t } = useTranslation()
  const accept = useAcceptShared()
  return async (id: string) => {
    const toChange = others
      .filter(
        ({ sharedWith }) => accepted !== sharedWith.some((one) => one._id === id && one.accepted),
      )
      .map(({ _id }) => _id)
    if (toChange.length === 0) return
    try {
      await accept.mutateAsync({ id, others: toChange, accepted })
    } catch (error) {
      toastWarning(t('employees.shared.tickFailed'), error instanceof Error ? error.message : '')
    }
  }
}
