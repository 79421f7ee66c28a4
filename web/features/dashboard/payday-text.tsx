import { useTranslation } from 'react-i18next'
import { useFormat } from '#web/lib/use-format.ts'
import type { Payday } from './covered-payrolls.ts'

/** 'Pagada el 22 nov'; until its block, 'Enviada 15:26'. */
export function PaydayText({ payday: { state, at } }: { payday: Payday }) {
  const { t } = useTranslation()
  const format = useFormat()
  return t(`dashboard.payday.${state}`, { day: format.day(at), time: format.time(at) })
}
