import { Anchor, Button, Text, Title } from '@mantine/core'
import { IconFileZip, IconFlask2, IconPlugConnected } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useDialogs } from '../../state/dialogs.ts'
import { useOpenDemo } from '../../state/openDemo.ts'
import { Brand } from '../../ui/Brand.tsx'
import { FailureNotice } from '../../ui/feedback/Feedback.tsx'
import { ConnectForm } from './ConnectForm.tsx'
import classes from './welcome.module.css'

/** The first screen, with three ways to start: the demo study, the user's own service, or a study file. */
export function WelcomeScreen() {
  const { t } = useTranslation('welcome')
  const navigate = useNavigate()
  const [connecting, setConnecting] = useState(false)
  const { openCapsule, openBackup } = useDialogs()
  const demo = useOpenDemo()
  return (
    <main className={classes.page}>
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
          <section aria-label={t('form.title')}>
            <ConnectForm back={() => setConnecting(false)} connected={() => void navigate({ to: '/' })} />
          </section>
        ) : (
          <div className={classes.choices}>
            <section className={classes.choice}>
              <IconFlask2 size={24} stroke={1.5} aria-hidden />
              <Title order={2} fz="lg">
                {t('demo.title')}
              </Title>
              <Text flex={1} mb="lg" c="dimmed">
                {t('demo.text')}
              </Text>
              <Button fullWidth loading={demo.pending} onClick={() => void demo.run()}>
                {t('demo.action')}
              </Button>
            </section>
            <section className={classes.choice}>
              <IconPlugConnected size={24} stroke={1.5} aria-hidden />
              <Title order={2} fz="lg">
                {t('service.title')}
              </Title>
              <Text flex={1} mb="lg" c="dimmed">
                {t('service.text')}
              </Text>
              <Button fullWidth variant="default" disabled={demo.pending} onClick={() => setConnecting(true)}>
                {t('service.action')}
              </Button>
            </section>
            <section className={classes.choice}>
              <IconFileZip size={24} stroke={1.5} aria-hidden />
              <Title order={2} fz="lg">
                {t('capsule.title')}
              </Title>
              <Text flex={1} mb="lg" c="dimmed">
                {t('capsule.text')}
              </Text>
              <Button fullWidth variant="default" disabled={demo.pending} onClick={() => openCapsule()}>
                {t('capsule.action')}
              </Button>
            </section>
          </div>
        )}
        {demo.failure && !connecting && (
          <FailureNotice flush failure={demo.failure} retry={() => void demo.run()} />
        )}
        {!connecting && (
          <Text fz="sm" c="dimmed">
            {t('restore.text')}{' '}
            <Anchor component="button" type="button" fz="sm" onClick={() => openBackup()}>
              {t('restore.action')}
            </Anchor>
          </Text>
        )}
        <Text fz="xs" c="dimmed">
          {t('research')}
        </Text>
      </div>
    </main>
  )
}
