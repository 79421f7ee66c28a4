import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router'
import type { SandboxTransaction } from '#contract/sandbox.ts'
import { useFormat } from '#web/lib/use-format.ts'
import { paths } from '#web/shared/paths.ts'
import { StateChip } from '#web/shared/transactions/state-label.tsx'
import { AddressFull } from '#web/ui/address-text.tsx'
import { Btc } from '#web/ui/amount.tsx'
import { Button } from '#web/ui/controls.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { FactRows } from '#web/ui/fact-rows.tsx'
import { Block, Row } from '#web/ui/layout.tsx'
import { LoadFailedPanel } from '#web/ui/load-failed.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import { Panel, PanelHead, rowInset } from '#web/ui/panel.tsx'
import { Screen } from '#web/ui/screen.tsx'
import { TextSkeleton } from '#web/ui/skeleton.tsx'
import { Text } from '#web/ui/text.tsx'
import { toastError } from '#web/ui/toasts.tsx'
import { useMine, useSandboxTransaction } from './api.ts'

const stateOf = { block: 'confirmed', mempool: 'unconfirmed', neither: 'removed' } as const

/** A block explorer for the play chain, which has none. */
export function Component() {
  const { t } = useTranslation()
  const { txid = '' } = useParams()
  const { data, error, refetch } = useSandboxTransaction(txid)
  return (
    <Screen title={t('sandbox.tx.title')} width="form">
      <PageHead
        back={{ to: paths.sandbox, text: 'Sandbox' }}
        title={t('sandbox.tx.title')}
        badge={data && !error && <StateChip state={stateOf[data.where]} />}
        actions={!error && data?.where === 'mempool' && <MineOne />}
      />
      {error && <LoadFailedPanel error={error} onRetry={refetch} />}
      {!data && !error && (
        <Panel>
          <TextSkeleton width="70%" />
        </Panel>
      )}
      {data && !error && <Transaction transaction={data} />}
    </Screen>
  )
}

function MineOne() {
  const { t } = useTranslation()
  const mine = useMine()
  return (
    <Button
      variant="contained"
      disabled={mine.isPending}
      onClick={() => mine.mutate(1, { onError: ({ message }) => toastError(message) })}
    >
      {t('sandbox.tx.mine')}
    </Button>
  )
}

function Transaction({ transaction }: { transaction: SandboxTransaction }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { txid, height, confirmations, fee, outputs } = transaction
  return (
    <>
      <Panel>
        <Text variant="secondary" as="h2" tone="ink2" mb={1}>
          TX ID
        </Text>
        <Row align="start" gap={2} mb={4}>
          <AddressFull address={txid} perLine={8} />
          <CopyButton value={txid} label={t('sandbox.tx.copy')} />
        </Row>
        <FactRows
          facts={[
            {
              name: t('sandbox.tx.block'),
              value: height === null ? t('sandbox.tx.noBlock') : format.count(height),
            },
            { name: t('sandbox.tx.confirmations'), value: format.count(confirmations) },
            ...(fee === null ? [] : [{ name: t('sandbox.tx.fee'), value: <Btc btc={fee} /> }]),
          ]}
        />
      </Panel>
      <Panel flush mt={5}>
        <PanelHead title={t('sandbox.tx.outputs')} aside={format.count(outputs.length)} />
        <Outputs outputs={outputs} />
      </Panel>
    </>
  )
}

function Outputs({ outputs }: Pick<SandboxTransaction, 'outputs'>) {
  const { t } = useTranslation()
  return (
    <Block as="ol">
      {outputs.map(({ address, btc }, index) => (
        <Row
          // An address may be paid twice in a transaction; an output is known by its place.
          // biome-ignore lint/suspicious/noArrayIndexKey: as above
          key={index}
          as="li"
          wrap
          justify="between"
          columnGap={6}
          px={rowInset}
          py={3}
          lineAbove
          align="stretch"
        >
          {address === null ? (
            <Text as="div" tone="ink2">
              {t('sandbox.tx.noAddress')}
            </Text>
          ) : (
            <AddressFull address={address} perLine={12} size={14} />
          )}
          <Text as="div" ml="auto" strong>
            <Btc btc={btc} />
          </Text>
        </Row>
      ))}
    </Block>
  )
}
