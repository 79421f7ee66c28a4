import Tab from '@mui/material/Tab'
import type { TabsActions } from '@mui/material/Tabs'
import { useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Payroll } from '#contract/payrolls.ts'
import { UploadDialog } from '#web/features/imports/index.ts'
import { useFormat } from '#web/lib/use-format.ts'
import { useRole } from '#web/shared/roles/use-role.ts'
import { Button } from '#web/ui/controls.tsx'
import { DialogPresence } from '#web/ui/dialog-presence.tsx'
import { ExportButtons } from '#web/ui/export-buttons.tsx'
import { soon } from '#web/ui/later.tsx'
import { Block, Row } from '#web/ui/layout.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { Text } from '#web/ui/text.tsx'
import { usePayrollTransactions } from './api.ts'
import { EmployeesTab } from './employees-tab.tsx'
import { TransactionsTab } from './transactions-tab.tsx'
import { type Tab as TabName, useTab } from './use-tab.ts'

const AddEmployeesDialog = soon(
  async () => (await import('./add-employees-dialog.tsx')).AddEmployeesDialog,
)
const ToRegularDialog = soon(async () => (await import('./to-regular-dialog.tsx')).ToRegularDialog)

/** The people of the payroll, and its transactions. */
export function DetailsTabs({ payroll }: { payroll: Payroll }) {
  const { t } = useTranslation()
  const { tab, setTab } = useTab()
  const [adding, setAdding] = useState(false)
  const { data: firstTransactions } = usePayrollTransactions(payroll._id, 1)
  const id = useId()
  const { can } = useRole()
  const mayChange = can('changePayrolls')
  const isCsv = payroll.type === 'CSV'
  const add = () => setAdding(true)
  const [turning, setTurning] = useState(false)
  const turn = () => setTurning(true)
  const counts = {
    employees: payroll.employees,
    transactions: firstTransactions?.totalTransactions,
  }
  const tabs = useRef<TabsActions>(null)
  // The line under a tab is measured when it is chosen, and the counts may come later.
  useEffect(() => {
    if (counts.transactions !== undefined) tabs.current?.updateIndicator()
  }, [counts.transactions])
  const tabProps = (name: TabName) => ({
    value: name,
    id: `${id}-${name}`,
    'aria-controls': `${id}-panel`,
    label: <Label text={t(`payrolls.details.tab.${name}`)} count={counts[name]} />,
  })

  return (
    <Block mt={{ xs: 6, md: 7 }}>
      <Row
        // Two files beside both tabs are too wide for a phone, and a button for a very narrow one.
        justify="between"
        wrap={{ xs: true, sm: false }}
        gap={2}
        mb={3}
      >
        <Tabs
          action={tabs}
          value={tab}
          onChange={(_event, next: TabName) => setTab(next)}
          aria-label={t('payrolls.details.tabs', { name: payroll.name })}
          look="inRow"
        >
          <Tab {...tabProps('employees')} />
          <Tab {...tabProps('transactions')} />
        </Tabs>
        {tab === 'transactions' && Boolean(counts.transactions) && can('export') && (
          <ExportButtons
            path={`/payrolls/${encodeURIComponent(payroll._id)}/transactions`}
            name={payroll.name}
            label={t('payrolls.transactions.table')}
          />
        )}
        {tab === 'employees' && payroll.employees > 0 && mayChange && (
          <Row gap={2} flex="none" wrap>
            {isCsv && can('makeRegular') && (
              <Button variant="text" onClick={turn} height={40} px={2.5} ml={{ xs: -2, sm: 0 }}>
                {t('payrolls.toRegular.button')}
              </Button>
            )}
            <Button onClick={add} height={40} px={{ xs: 2.5, sm: 4.5 }}>
              {t(isCsv ? 'payrolls.csv.upload' : 'payrolls.employees.add')}
            </Button>
          </Row>
        )}
      </Row>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${tab}`}>
        {tab === 'employees' ? (
          <EmployeesTab payroll={payroll} onAdd={add} onMakeRegular={turn} />
        ) : (
          <TransactionsTab payroll={payroll} />
        )}
      </div>
      <DialogPresence>
        {adding &&
          (isCsv ? (
            <UploadDialog purpose={{ kind: 'replace', payroll }} onClose={() => setAdding(false)} />
          ) : (
            <AddEmployeesDialog payroll={payroll} onClose={() => setAdding(false)} />
          ))}
      </DialogPresence>
      <DialogPresence>
        {turning && <ToRegularDialog payroll={payroll} onClose={() => setTurning(false)} />}
      </DialogPresence>
    </Block>
  )
}

function Label({ text, count }: { text: string; count: number | undefined }) {
  const format = useFormat()
  return (
    <span>
      {text}{' '}
      {count !== undefined && (
        <Text as="span" weight={400} tone="ink2">
          {format.count(count)}
        </Text>
      )}
    </span>
  )
}
