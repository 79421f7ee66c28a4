import { useQuery } from '@tanstack/react-query'
import { Trans, useTranslation } from 'react-i18next'
import { Navigate, Outlet, Link as RouterLink, useSearchParams } from 'react-router'
import { useFormat } from '#web/lib/use-format.ts'
import { configQuery } from '#web/shared/config.ts'
import { paths } from '#web/shared/paths.ts'
import { Link } from '#web/ui/controls.tsx'
import { Block, Row } from '#web/ui/layout.tsx'
import { LoadFailed } from '#web/ui/load-failed.tsx'
import { Wordmark } from '#web/ui/wordmark.tsx'
import { useSandboxState } from './api.ts'

/** Header and main region of the sandbox's pages, which are there only where nobody's money is. */
export function Component() {
  const { data: config, error, refetch } = useQuery(configQuery)
  if (config === undefined) return error && <LoadFailed error={error} onRetry={refetch} />
  if (!config.sandbox) return <Navigate to={paths.notFound} replace />
  return (
    <>
      <Header network={config.network} />
      <Block as="main" px={{ xs: 4, md: 9 }} pt={{ xs: 6, md: 9 }} pb={14}>
        <Outlet />
      </Block>
    </>
  )
}

function Header({ network }: { network: string }) {
  const format = useFormat()
  const height = useSandboxState().data?.height
  return (
    <Row
      as="header"
      wrap
      justify="between"
      columnGap={6}
      rowGap={1}
      minHeight={{ xs: 60, md: 68 }}
      px={{ xs: 4, md: 7 }}
      py={2.5}
      lineBelow
    >
      <Wordmark />
      <Row align="stretch" wrap columnGap={5} size={15} tone="ink2" boldInk>
        <span>
          <Trans i18nKey="sandbox.network" values={{ network }} components={{ b: <b /> }} />
        </span>
        {height !== undefined && (
          <span>
            <Trans
              i18nKey="sandbox.height"
              values={{ height: format.count(height) }}
              components={{ b: <b /> }}
            />
          </span>
        )}
        <Back />
      </Row>
    </Row>
  )
}

/** Leads to the payroll that the address names, else to the first page. */
function Back() {
  const { t } = useTranslation()
  const [params] = useSearchParams()
  const [payroll, name] = [params.get('payroll'), params.get('name')]
  const [to, text] =
    payroll && name
      ? [paths.payroll(encodeURIComponent(payroll)), t('sandbox.back', { name })]
      : [paths.home, t('sandbox.toApp')]
  return (
    <Link component={RouterLink} to={to} breakWords>
      {text}
    </Link>
  )
}
