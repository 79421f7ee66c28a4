import { useTranslation } from 'react-i18next'
import type { ChangesSummary } from '#contract/changes.ts'
import { useFormat } from '#web/lib/use-format.ts'
import { ChangesCounts } from '#web/shared/changes/changes-counts.tsx'
import { ChangesLine } from '#web/shared/changes/changes-line.tsx'
import { findChangedGroups } from '#web/shared/changes/use-changes-words.ts'
import { Mark } from '#web/ui/inline-icons.tsx'
import { Block, Row } from '#web/ui/layout.tsx'
import { LoadFailed } from '#web/ui/load-failed.tsx'
import { Text } from '#web/ui/text.tsx'
import { HeldPeople } from './held-people.tsx'
import type { RunChangesState } from './use-run-changes.ts'

interface RunChangesProps {
  run: RunChangesState
  people: number
  usdRate: number
  /** The run pays a few whom the last one lacked: all else that changed is a line. */
  brief: boolean
  disabled: boolean
}

/** The changes since the last paid run, and whose address waits. */
export function RunChangesPanel({ run, people, usdRate, brief, disabled }: RunChangesProps) {
  const { changes, error, retry, held, state, version } = run
  if (!changes) {
    return (
      <Block py={4} lineAbove>
        {error && <LoadFailed error={error} onRetry={retry} />}
      </Block>
    )
  }
  const isCounted = isToBeSeen(changes) && findChangedGroups(changes).length > 0 && !brief
  // The list of held people shows the danger itself.
  const opened = changes.severity === 'danger' && held.length === 0 ? 'addresses' : null
  return (
    <>
      <Block py={4} lineAbove>
        {isCounted ? (
          <ChangesCounts
            payrollId={run.payrollId}
            summary={changes}
            version={version}
            opened={opened}
            sums={!run.special}
          />
        ) : run.special && changes.since && changes.severity === null ? (
          <NoAddress since={changes.since.at} />
        ) : (
          <ChangesLine
            summary={changes}
            detail={run.special ? null : <Same run={run} people={people} />}
          />
        )}
      </Block>
      {held.length > 0 && (
        <HeldPeople held={held} choices={state} usdRate={usdRate} disabled={disabled} />
      )}
    </>
  )
}

/** Addresses that two share are asked about by themselves, also in a first run. */
export const isToBeSeen = ({ since, severity }: ChangesSummary): boolean =>
  severity === 'danger' || (since !== null && severity !== null)

/** 'Las mismas 12 personas, direcciones y salarios.' */
function Same({ run: { changes }, people }: { run: RunChangesState; people: number }) {
  const { t } = useTranslation()
  const format = useFormat()
  if (!changes?.since || changes.severity !== null) return null
  return (
    <Text variant="secondary" tone="ink2">
      {t('changes.same', { count: people, people: format.count(people) })}
    </Text>
  )
}

/** 'Ninguna dirección cambió desde el pago del 30 de octubre': of a sheet nothing else is compared. */
function NoAddress({ since }: { since: string }) {
  const { t } = useTranslation()
  const format = useFormat()
  return (
    <Row gap={3} align="start">
      <Mark name="tick" tone="jade" size={18} mt="2px" />
      <Text variant="cell" as="p" strong breakWords>
        {t('payments.special.noAddress', { date: format.monthDay(since) })}
      </Text>
    </Row>
  )
}
