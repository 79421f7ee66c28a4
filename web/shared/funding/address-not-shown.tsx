import { useTranslation } from 'react-i18next'
import { Notice } from '#web/ui/notice.tsx'

/** The payroll's stored address is not the derived one, so the server sends none. */
export function AddressNotShown() {
  const { t } = useTranslation()
  return <Notice tone="brick">{t('payday.fund.notShown')}</Notice>
}
