import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { importOrReload } from '#web/lib/newer-build.ts'
import { Button } from '#web/ui/controls.tsx'
import { VpnKeyIcon } from '#web/ui/icons/vpn-key.tsx'
import { Text } from '#web/ui/text.tsx'
import { toastError } from '#web/ui/toasts.tsx'

/** Signs in by a passkey alone; its own script comes with the press. */
export function PasskeyButton({ filled = false }: { filled?: boolean }) {
  const { t } = useTranslation()
  const [isWaiting, setWaiting] = useState(false)
  const [problem, setProblem] = useState<'none' | 'cancelled' | null>(null)

  async function press() {
    if (isWaiting) return
    setProblem(null)
    setWaiting(true)
    try {
      const { signInWithPasskey } = await importOrReload(() => import('./passkey-sign-in.ts'))
      setProblem(await signInWithPasskey())
    } catch (error) {
      if (error instanceof Error) toastError(error.message)
    } finally {
      setWaiting(false)
    }
  }

  return (
    <div>
      <Button
        variant={filled ? 'contained' : 'outlined'}
        size="large"
        fullWidth
        startIcon={<VpnKeyIcon />}
        disabled={isWaiting}
        onClick={() => void press()}
      >
        {t(isWaiting ? 'factors.key.waiting' : 'factors.signIn.button')}
      </Button>
      {problem && (
        <Text
          as="div"
          role="alert"
          mt="6px"
          size={13}
          leading={1.4}
          weight={500}
          tone="brick"
          textAlign="center"
        >
          {t(`factors.signIn.${problem}`)}
        </Text>
      )}
    </div>
  )
}
