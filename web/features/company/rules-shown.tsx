import type { ApprovalRules } from '#contract/approval-rules.ts'
import type { Member } from '#contract/team.ts'
import { WhoCan } from '#web/shared/roles/who-can.tsx'
import { Text } from '#web/ui/text.tsx'
import { PendingRules } from './pending-rules.tsx'
import { useRuleWords } from './rule-words.ts'
import { WhoCounts } from './who-counts.tsx'

interface RulesShownProps {
  rules: ApprovalRules
  members: readonly Member[]
}

/** The rules as people see them who do not change them. */
export function RulesShown({ rules, members }: RulesShownProps) {
  const words = useRuleWords()
  const list = words.list(rules.tiers, rules.strongOnly)
  return (
    <>
      <Text variant="h2" as="h3" mb={2}>
        {words.headline(rules.tiers)}
      </Text>
      <PendingRules rules={rules} canUndo={false} />
      <Text mb={2}>{`${list.charAt(0).toUpperCase()}${list.slice(1)}.`}</Text>
      <WhoCan act="changeRules" />
      <WhoCounts members={members} />
    </>
  )
}
