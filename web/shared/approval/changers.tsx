import { Trans, useTranslation } from 'react-i18next'
import type { Approval } from '#contract/approvals.ts'
import { useFormat } from '#web/lib/use-format.ts'
import { Notice } from '#web/ui/notice.tsx'

type Changer = Approval['changers'][number]

/** Where nobody pressed, the people whose approval is not enough for what they changed themselves. */
export const changersNotEnough = ({ askedBy, changers }: Approval): Changer[] =>
  askedBy === null ? changers.filter(({ counts }) => !counts) : []

/** 'Ana cambió 2 salarios: su aprobación no basta para esos.' */
export function Changers({ approval }: { approval: Approval }) {
  return changersNotEnough(approval).map((changer) => (
    <Notice key={changer.user._id} tone="amber">
      <Sentence changer={changer} />
    </Notice>
  ))
}

function Sentence({ changer: { user, changed } }: { changer: Changer }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { name } = user
  const [first, ...others] = changed
  if (first?.what === 'SALARY' && others.length === 0) {
    const { people: count } = first
    const values = { name, people: format.count(count) }
    return (
      <Trans
        i18nKey="approvals.changer.salaries"
        count={count}
        values={values}
        components={{ b: <b /> }}
      />
    )
  }
  const parts = changed.map(({ what, people: count }) =>
    t(`approvals.changer.parts.${what}`, { count, people: format.count(count) }),
  )
  const values = { name, what: format.list(parts) }
  return <Trans i18nKey="approvals.changer.any" values={values} components={{ b: <b /> }} />
}
