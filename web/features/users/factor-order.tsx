import { useTranslation } from 'react-i18next'
import type { FactorKind } from '#domain/roles.ts'
import { Link } from '#web/ui/controls.tsx'
import { Row } from '#web/ui/layout.tsx'
import { Text } from '#web/ui/text.tsx'

export type StrongFactor = Extract<FactorKind, 'PASSKEY' | 'TOTP'>

interface FactorOrderProps {
  factors: readonly FactorKind[]
  /** The choice of messages is in sight. */
  isOpen: boolean
  onOpen: () => void
}

/** 'Llave de acceso, luego app de códigos, luego correo', and the way to change the last of them. */
export function FactorOrder({ factors, isOpen, onOpen }: FactorOrderProps) {
  const { t } = useTranslation()
  const words = factors.map((kind) => t(`factors.kind.${kind}`)).join(t('factors.then'))
  return (
    <Row as="span" inline wrap columnGap={3} tone="ink2">
      <Text as="span" size={14}>
        {words.charAt(0).toUpperCase() + words.slice(1)}
      </Text>
      {!isOpen && (
        <Link component="button" type="button" onClick={onOpen}>
          {t('factors.twoFactor.change')}
        </Link>
      )}
    </Row>
  )
}
