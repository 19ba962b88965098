import { Button, Group } from '@mantine/core'
import { IconCircleCheck } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { AppStatus } from '../../../shared/contract/state.ts'
import { call } from '../../client/call.ts'
import { useAction } from '../../client/useAction.ts'
import { FailureNotice } from '../../ui/FailureNotice.tsx'
import { Section } from './Section.tsx'
import classes from './settings.module.css'

/** The services this installation knows, each with its own data; one is open at a time. */
export function Profiles({ status: { profiles, profile: current } }: { status: AppStatus }) {
  const { t } = useTranslation('settings')
  const navigate = useNavigate()
  const open = useAction((profileId: string) => call('profiles.select', { profileId }))
  const demo = useAction(() => call('session.startDemo', {}))
  const failure = open.failure ?? demo.failure
  return (
    <Section title={t('profiles.title')}>
      <ul className={classes.profiles}>
        {profiles.map(({ id, name, serviceUrl }) => (
          <li key={id}>
            <div className={classes.profile}>
              <div>{name}</div>
              <div className={classes.url}>{serviceUrl}</div>
            </div>
            {id === current?.id ? (
              <span className={classes.current}>
                <IconCircleCheck size={16} stroke={1.75} aria-hidden />
                {t('profiles.current')}
              </span>
            ) : (
              <Button
                size="xs"
                variant="default"
                aria-label={t('profiles.openNamed', { name })}
                disabled={open.pending}
                onClick={() => void open.run(id)}
              >
                {t('profiles.open')}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {failure && <FailureNotice failure={failure} />}
      <Group gap={8}>
        <Button variant="default" onClick={() => void navigate({ to: '/connect' })}>
          {t('profiles.another')}
        </Button>
        {!profiles.some(({ signIn }) => signIn === 'demo') && (
          <Button variant="default" loading={demo.pending} onClick={() => void demo.run()}>
            {t('profiles.demo')}
          </Button>
        )}
      </Group>
    </Section>
  )
}
