import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { csvTemplate, paths } from '#web/shared/paths.ts'
import { Button } from '#web/ui/controls.tsx'
import { FileDownloadIcon } from '#web/ui/icons/file-download.tsx'
import { Block } from '#web/ui/layout.tsx'
import { Example } from './example.tsx'
import { HelpPage, HelpStep, Notes } from './help-page.tsx'

const steps = [1, 2, 3] as const
const rules = ['salary', 'phone', 'address'] as const

/** How a list of employees is written and uploaded; open to everybody. */
export function Component() {
  const { t } = useTranslation()
  const actions = {
    1: (
      <Button href={csvTemplate} download variant="contained" startIcon={<FileDownloadIcon />}>
        {t('help.template')}
      </Button>
    ),
    2: null,
    3: (
      <Button component={Link} to={paths.payrolls}>
        {t('help.toPayrolls')}
      </Button>
    ),
  }
  return (
    <HelpPage title={t('help.title')} detail={t('help.detail')}>
      <Block as="ol" lineBelow>
        {steps.map((number) => (
          <HelpStep
            key={number}
            number={number}
            title={t(`help.step.${number}.title`)}
            text={t(`help.step.${number}.text`)}
            action={actions[number]}
          />
        ))}
      </Block>
      <Example />
      <Notes
        notes={rules.map((rule) => ({
          title: t(`help.rule.${rule}.title`),
          text: t(`help.rule.${rule}.text`),
        }))}
      />
    </HelpPage>
  )
}
