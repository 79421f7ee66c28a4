import { useTranslation } from 'react-i18next'
import { BrandPanel } from '#web/ui/brand-panel.tsx'

export function AccessPanel() {
  const { t } = useTranslation()
  return <BrandPanel promise={t('auth.panel.promise')} product={t('auth.panel.product')} />
}
