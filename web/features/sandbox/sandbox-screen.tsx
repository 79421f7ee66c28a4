import { useTranslation } from 'react-i18next'
import { Grid } from '#web/ui/layout.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { Screen } from '#web/ui/screen.tsx'
import { Faucet } from './faucet.tsx'
import { SandboxMessages } from './messages.tsx'
import { Mining } from './mining.tsx'
import { PriceSetting } from './price-setting.tsx'

/** Play money for trying everything out: it moves nothing of value. */
export function Component() {
  const { t } = useTranslation()
  return (
    <Screen title="Sandbox">
      <PageHead title="Sandbox" detail={t('sandbox.detail')} />
      <Grid
        columns={{ xs: 'minmax(0, 1fr)', md: 'minmax(0, 478fr) minmax(0, 622fr)' }}
        gap={{ xs: 5, md: 6 }}
        align="start"
      >
        <Panel flush divided>
          <Faucet />
          <Mining />
          <PriceSetting />
        </Panel>
        <SandboxMessages />
      </Grid>
    </Screen>
  )
}
