import { useTranslation } from 'react-i18next'
import { finalDepth } from '#domain/block-depths.ts'

/** 'Confirmada · 1 de 6 bloques', and 'Confirmada' once nothing undoes it. */
export function useDepthText() {
  const { t } = useTranslation()
  return (confirmations: number) =>
    confirmations >= finalDepth
      ? t('transactionState.confirmed')
      : t('payday.paid.depth', { count: confirmations, final: finalDepth })
}
