import { useTranslation } from 'react-i18next'

/** From here on no reorganisation is expected to undo it: the server's own depth of final. */
export const finalDepth = 6

/** 'Confirmada · 1 de 6 bloques', and 'Confirmada' once nothing undoes it. */
export function useDepthText() {
  const { t } = useTranslation()
  return (confirmations: number) =>
    confirmations >= finalDepth
      ? t('transactionState.confirmed')
      : t('payday.paid.depth', { count: confirmations, final: finalDepth })
}
