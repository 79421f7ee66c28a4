import { useTranslation } from 'react-i18next'
import type { Employee } from '#contract/employees.ts'
import { fullName } from '#web/lib/full-name.ts'
import { ForPay } from '#web/shared/readiness/for-pay.tsx'
import { CellCheckbox } from '#web/ui/check-line.tsx'
import { ClampedText } from '#web/ui/clamped-text.tsx'
import { Block } from '#web/ui/layout.tsx'
import type { Column } from '#web/ui/table-props.ts'
import { Text } from '#web/ui/text.tsx'
import { ChangesIn } from './changes-in.tsx'
import { ContactMark } from './contact-change.tsx'
import type { ChosenPeople } from './use-chosen.ts'

/** Today's columns with 'Para cobrar': the mail goes under the name, the phone is gone. */
export function useReadyColumns(
  today: readonly Column<Employee>[],
  listed: readonly Employee[] | undefined,
  choice: ChosenPeople | undefined,
): Column<Employee>[] {
  const { t } = useTranslation()
  const kept = (key: string, width: number) =>
    today.filter((column) => column.key === key).map((column) => ({ ...column, width }))
  const name = kept('name', 264).map((column) => ({
    ...column,
    cell: (employee: Employee) => (
      <Block py="7px">
        <ClampedText text={fullName(employee)} lineHeight={1.35} lines={2} />
        {employee.payroll ? (
          <ChangesIn employee={employee} />
        ) : (
          <Text as="div" size={13} leading={18} tone="ink2" truncate title={employee.email}>
            {employee.email}
          </Text>
        )}
        <ContactMark changes={employee.contactChanges} />
      </Block>
    ),
  }))
  const state: Column<Employee> = {
    key: 'forPay',
    head: t('forPay.column'),
    width: 190,
    cell: (employee) => (
      <Block py="7px">
        <ForPay employee={employee} />
      </Block>
    ),
    onCard: { line: (employee) => <ForPay employee={employee} /> },
    skeleton: 110,
    look: 'plain',
  }
  const box: Column<Employee> = {
    key: 'choose',
    head: choice && <ChooseAll listed={listed ?? []} choice={choice} />,
    width: 68,
    rigid: true,
    cell: (employee) => choice && <ChooseOne employee={employee} choice={choice} />,
    onCard: {
      // The box is level with the name beside it.
      title: (employee) => (
        <Block mt="-3px">{choice && <ChooseOne employee={employee} choice={choice} />}</Block>
      ),
    },
    skeleton: 18,
    look: 'plain',
  }
  return [
    ...(choice ? [box] : []),
    ...name,
    ...kept('identification', 130),
    ...kept('address', 160),
    state,
    ...kept('salary', 136),
    ...kept('action', 100),
  ]
}

const isChosen = ({ chosen }: ChosenPeople, { _id }: Employee) =>
  chosen.some((one) => one._id === _id)

function ChooseOne({ employee, choice }: { employee: Employee; choice: ChosenPeople }) {
  const { t } = useTranslation()
  return (
    <CellCheckbox
      checked={isChosen(choice, employee)}
      onChange={(_event, on) => choice.toggle([employee], on)}
      slotProps={{ input: { 'aria-label': t('forPay.choose', { name: fullName(employee) }) } }}
    />
  )
}

function ChooseAll({ listed, choice }: { listed: readonly Employee[]; choice: ChosenPeople }) {
  const { t } = useTranslation()
  const here = listed.filter((one) => isChosen(choice, one)).length
  return (
    <CellCheckbox
      checked={here > 0 && here === listed.length}
      indeterminate={here > 0 && here < listed.length}
      onChange={(_event, on) => choice.toggle(listed, on)}
      slotProps={{ input: { 'aria-label': t('forPay.chooseAll') } }}
    />
  )
}
