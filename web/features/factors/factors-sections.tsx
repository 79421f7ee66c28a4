import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Factors } from '#contract/factors.ts'
import type { User } from '#contract/user.ts'
import { updateSignedInUser } from '#web/lib/session-changes.ts'
import { usePresentFactor } from '#web/shared/auth/use-present-factor.tsx'
import { strongFactors, useFactors } from '#web/shared/factors/api.ts'
import { FormSection, FullRow } from '#web/ui/form-section.tsx'
import { LoadFailed } from '#web/ui/load-failed.tsx'
import { FieldSkeleton } from '#web/ui/skeleton.tsx'
import { useMakeRecoveryCodes } from './api.ts'
import { PasskeysSection } from './passkeys-section.tsx'
import { RecoverySection } from './recovery-section.tsx'
import { TotpSection } from './totp-section.tsx'

/** Keys and codes of who is signed in: sections of Seguridad. */
export function FactorsSections({ user }: { user: User }) {
  const { t } = useTranslation()
  const { data: factors, error, refetch } = useFactors()
  useEffect(() => {
    if (!factors) return
    // Other screens ask the session's user which factors there are.
    const messages = user.factors.filter((kind) => kind === 'EMAIL' || kind === 'SMS')
    const present = [...strongFactors(factors), ...messages]
    if (present.join() !== user.factors.join()) updateSignedInUser({ ...user, factors: present })
  }, [factors, user])
  if (factors) return <Sections factors={factors} user={user} />
  return (
    <FormSection title={t('factors.passkeys.title')}>
      <FullRow>
        {error ? <LoadFailed error={error} onRetry={refetch} /> : <FieldSkeleton />}
      </FullRow>
    </FormSection>
  )
}

function Sections({ factors, user }: { factors: Factors; user: User }) {
  const { t } = useTranslation()
  const present = usePresentFactor('FACTORS')
  const make = useMakeRecoveryCodes()
  const [fresh, setFresh] = useState<{ codes: readonly string[]; replaced: boolean } | null>(null)

  async function makeCodes(password?: string) {
    const replaced = factors.recoveryCodes !== null
    const answer = await present.run((given) => make.mutateAsync(given), {
      again: password === undefined ? undefined : { why: t('factors.recovery.why'), password },
    })
    if (answer) setFresh({ codes: answer.codes, replaced })
  }

  return (
    <>
      <PasskeysSection factors={factors} user={user} />
      <TotpSection
        factors={factors}
        onActivated={(password) => {
          if (factors.recoveryCodes === null) void makeCodes(password)
        }}
      />
      <RecoverySection
        recovery={factors.recoveryCodes}
        fresh={fresh}
        onMake={() => void makeCodes()}
        onKept={() => setFresh(null)}
        busy={present.isBusy}
      />
      {present.dialog}
    </>
  )
}
