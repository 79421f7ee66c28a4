import { useTranslation } from 'react-i18next'
import { Link, Outlet } from 'react-router'
import { paths } from '#web/shared/paths.ts'
import { useRole } from '#web/shared/roles/use-role.ts'
import { type SoughtAct, WhoCan } from '#web/shared/roles/who-can.tsx'
import { Button } from '#web/ui/controls.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { Screen } from '#web/ui/screen.tsx'

/** Around the screens of an act: a typed address of another role's form says who can. */
export function OnlyFor({ act }: { act: SoughtAct }) {
  const { t } = useTranslation()
  const { can } = useRole()
  if (can(act)) return <Outlet />
  return (
    <Screen title={t('roles.notYours')}>
      <PageHead title={t('roles.notYours')} />
      <Panel>
        <WhoCan act={act} variant="body1" tone="ink" mb={5} />
        <Button component={Link} to={paths.dashboard}>
          {t('notFound.action')}
        </Button>
      </Panel>
    </Screen>
  )
}
