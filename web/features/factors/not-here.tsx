import { Trans, useTranslation } from 'react-i18next'
import type { Factors } from '#contract/factors.ts'
import { paths } from '#web/shared/paths.ts'
import { Link } from '#web/ui/controls.tsx'

type Why = 'needsName' | 'elsewhere' | 'unsupported'

/** Why no passkey can be made here; null where one can. */
export function passkeysHere({ passkeysPossible, publicUrl }: Factors): Why | null {
  if (!passkeysPossible) return 'needsName'
  // A passkey belongs to the address that people are told to open.
  if (new URL(publicUrl).origin !== window.location.origin) return 'elsewhere'
  return 'PublicKeyCredential' in window ? null : 'unsupported'
}

/** The sentence that stands in the place of the button. */
export function NotHere({ why, publicUrl }: { why: Why; publicUrl: string }) {
  const { t } = useTranslation()
  if (why !== 'elsewhere') return t(`factors.passkeys.${why}`)
  return (
    <Trans
      i18nKey="factors.passkeys.elsewhere"
      values={{ url: publicUrl }}
      components={{ a: <Link href={new URL(paths.security, publicUrl).href} /> }}
    />
  )
}
