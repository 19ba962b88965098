import { Anchor, Button, Group, Text, Title } from '@mantine/core'
import { IconFileZip, IconFlask2, IconPlugConnected, type TablerIcon } from '@tabler/icons-react'
import { useNavigate, useRouter } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCall } from '../../client/call.ts'
import { useDialogs } from '../../state/dialogs.ts'
import { useOpenDemo } from '../../state/openDemo.ts'
import { Brand } from '../../ui/Brand.tsx'
import { FailureNotice } from '../../ui/feedback/Feedback.tsx'
import { Hint } from '../../ui/panes/Section.tsx'
import { ConnectForm } from './ConnectForm.tsx'
import { keepsSecret, toStart } from './connection.ts'
import classes from './welcome.module.css'

/** The first screen, with three ways to start: the demo study, the user's own service, or a study file. */
export function WelcomeScreen() {
  const { t } = useTranslation('welcome')
  const navigate = useNavigate()
  const [connecting, setConnecting] = useState(false)
  const { openCapsule, openBackup } = useDialogs()
  const demo = useOpenDemo()
  return (
    <Group component="main" gap={0} wrap="nowrap" align="stretch" h="100%" style={{ overflow: 'auto' }}>
      <div className={classes.column} data-form={connecting || undefined}>
        <header>
          <Title order={1} fz="h1" className={classes.title ?? ''}>
            <Brand size={28} />
            {t('title')}
          </Title>
          <Text c="dimmed" mt={4}>
            {t('lead')}
          </Text>
        </header>
        {connecting ? (
          <section aria-label={t('service.action')}>
            <ConnectForm back={() => setConnecting(false)} connected={() => void navigate({ to: '/' })} />
          </section>
        ) : (
          <div className={classes.choices}>
            <Choice icon={IconFlask2} way="demo">
              <Button variant="filled" fullWidth {...demo.buttonProps()}>
                {t('action.exploreDemo')}
              </Button>
            </Choice>
            <Choice icon={IconPlugConnected} way="service">
              <Button fullWidth disabled={demo.pending} onClick={() => setConnecting(true)}>
                {t('service.action')}
              </Button>
            </Choice>
            <Choice icon={IconFileZip} way="capsule">
              <Button fullWidth disabled={demo.pending} onClick={() => openCapsule()}>
                {t('capsule.action')}
              </Button>
            </Choice>
          </div>
        )}
        {demo.failure && !connecting && (
          <FailureNotice flush failure={demo.failure} retry={() => void demo.run()} />
        )}
        {!connecting && (
          <Text fz="sm" c="dimmed">
            {t('restore.text')}{' '}
            <Anchor component="button" type="button" fz="sm" onClick={() => openBackup()}>
              {t('action.restoreBackup')}
            </Anchor>
          </Text>
        )}
        <Hint>{t('research')}</Hint>
      </div>
    </Group>
  )
}

type ChoiceProps = { icon: TablerIcon; way: 'demo' | 'service' | 'capsule'; children: ReactNode }

function Choice({ icon: Icon, way, children }: ChoiceProps) {
  const { t } = useTranslation('welcome')
  return (
    <section className={classes.choice}>
      <Icon size={24} stroke={1.5} aria-hidden />
      <Title order={2} fz="lg">
        {t(`${way}.title`)}
      </Title>
      <Text flex={1} mb="lg" c="dimmed">
        {t(`${way}.text`)}
      </Text>
      {children}
    </section>
  )
}

/** Connects a service, or signs in again. */
export function ConnectScreen() {
  const { t } = useTranslation('welcome')
  const navigate = useNavigate()
  const { history } = useRouter()
  const status = useCall('app.status', {}).data
  if (!status) return null
  const goOn = () => {
    // A user who left the screen while the service was responding stays on the new one.
    if (history.location.pathname === '/connect') void navigate({ to: '/' })
  }
  return (
    <div className={classes.form}>
      <Title order={2} fz="xl" mb={24}>
        {t('service.action')}
      </Title>
      <ConnectForm
        start={toStart(status)}
        hasSecret={keepsSecret(status)}
        back={() => history.back()}
        connected={goOn}
      />
    </div>
  )
}
