import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { Dashboard } from '#contract/dashboard.ts'
import type { Payroll } from '#contract/payrolls.ts'
import type { User } from '#contract/user.ts'
import { useSignedInUser } from '#web/lib/session.ts'
import { paths } from '#web/shared/paths.ts'
import { useRole } from '#web/shared/roles/use-role.ts'
import { Button, Link as MuiLink } from '#web/ui/controls.tsx'
import { Mark } from '#web/ui/inline-icons.tsx'
import { Block, Row } from '#web/ui/layout.tsx'
import { Text } from '#web/ui/text.tsx'
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx'
import { Question } from './headline.tsx'

const sentences = {
  people: ['people.text'],
  payroll: ['payroll.text'],
  join: ['join.text'],
  protect: ['protect.signIn', 'protect.pay'],
} as const

interface FirstStepsProps {
  activity: Dashboard['activity']
  payrolls: readonly Payroll[]
}

/** While there is nobody to be paid, the answer to the question is what to do first. */
export function FirstSteps({ activity, payrolls }: FirstStepsProps) {
  const { t } = useTranslation()
  const payroll = payrolls[0]
  const isProtected = useIsProtected()
  const steps = [
    { key: 'people', done: activity.employees > 0, to: paths.createEmployee },
    { key: 'payroll', done: payroll !== undefined, to: paths.payrolls },
    { key: 'join', done: false, to: payroll ? paths.payroll(payroll._id) : paths.payrolls },
    { key: 'protect', done: isProtected, to: paths.security },
  ] as const
  const mayPrepare = useRole().can('changePayrolls')
  const next = mayPrepare ? steps.find(({ done }) => !done) : undefined
  return (
    <>
      <Question text={t('dashboard.firstSteps.title')} answer={t('dashboard.firstSteps.answer')} />
      <Block as="ol">
        {steps.map(({ key, done, to }, index) => (
          <Row key={key} as="li" wrap columnGap={5} rowGap={3} py={5} lineAbove>
            <StepNumber number={index + 1} done={done} />
            <Block flex="1 1 200px">
              <Text variant="h3" as="p">
                {t(`dashboard.firstSteps.${key}.title`)}
                {done && <VisuallyHidden>{` (${t('dashboard.firstSteps.done')})`}</VisuallyHidden>}
              </Text>
              <Sentences of={key} />
              {key === 'protect' && !done && (
                <MuiLink component={Link} to={to} size={14}>
                  {t('dashboard.firstSteps.protect.action')}
                </MuiLink>
              )}
            </Block>
            {next?.key === key && key !== 'protect' && (
              <Button
                component={Link}
                to={to}
                variant="contained"
                width={{ xs: '100%', sm: 'auto' }}
              >
                {t(`dashboard.firstSteps.${key}.action`)}
              </Button>
            )}
          </Row>
        ))}
      </Block>
    </>
  )
}

/** A second factor of any kind: sign-in asks for it. */
function useIsProtected(): boolean {
  const user = useSignedInUser()
  return user !== null && (user.factors.length > 0 || hasMessages(user))
}

const hasMessages = ({ preferences }: User) => preferences.twoFactorAuthentication.enabled

/** The last step, once the others are done and the panel speaks of paydays. */
export function ProtectStep() {
  const { t } = useTranslation()
  if (useIsProtected()) return null
  return (
    <Block mt={4} pt={4} lineAbove>
      <Text as="h3" variant="body2" tone="ink2" mb={3}>
        {t('dashboard.firstSteps.left')}
      </Text>
      <Row wrap columnGap={5} rowGap={3}>
        <StepNumber number={4} done={false} />
        <Block flex="1 1 200px">
          <Text variant="h3" as="p">
            {t('dashboard.firstSteps.protect.title')}
          </Text>
          <Sentences of="protect" />
        </Block>
        <Button component={Link} to={paths.security} width={{ xs: '100%', sm: 'auto' }}>
          {t('dashboard.firstSteps.protect.action')}
        </Button>
      </Row>
    </Block>
  )
}

function Sentences({ of }: { of: keyof typeof sentences }) {
  const { t } = useTranslation()
  return sentences[of].map((sentence) => (
    <Text key={sentence} variant="body2" tone="ink2">
      {t(`dashboard.firstSteps.${sentence}`)}
    </Text>
  ))
}

function StepNumber({ number, done }: { number: number; done: boolean }) {
  return (
    <Text aria-hidden as="span" flex="none" width={40} serif size={34} leading={1.1} tone="anil">
      {done ? (
        <Row as="span">
          <Mark name="tick" size={22} tone="jade" />
        </Row>
      ) : (
        number
      )}
    </Text>
  )
}
