import { useTranslation } from 'react-i18next'
import { Block, Row } from '#web/ui/layout.tsx'
import { Text } from '#web/ui/text.tsx'
import { PasskeyButton } from './passkey-button.tsx'

/** Puts the passkey before the password in a browser that has used one. */
export function KeyFirst() {
  const { t } = useTranslation()
  const line = <Block flex={1} lineAbove />
  return (
    <>
      <PasskeyButton filled />
      <Text variant="secondary" mt={2} textAlign="center" tone="ink2">
        {t('factors.signIn.caption')}
      </Text>
      <Row gap={4} my={5}>
        {line}
        <Text as="span" size={13.5} tone="ink2">
          {t('factors.signIn.or')}
        </Text>
        {line}
      </Row>
    </>
  )
}
