import { Alert, Group, Stack } from '@mantine/core'
import { IconKey } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { AppStatus, SecretLocation } from '../../../../shared/contract/state.ts'
import { useCall } from '../../../client/call.ts'
import { CopyAs } from '../../../ui/copy/CopyAs.tsx'
import { FailureNotice } from '../../../ui/feedback/Feedback.tsx'
import { SmallTable } from '../../../ui/table/SmallTable.tsx'
import { TranslatedMessage } from '../../../ui/text/formats.tsx'
import { Framed, Section } from '../SettingParts.tsx'
import classes from '../settings.module.css'
import { placesTable } from '../toCopied.ts'

const never = ['password', 'code', 'files', 'page', 'other'] as const

/**
 * Shows where each secret of the profiles is stored, and what is never stored. The secrets themselves are not shown.
 */
export function Security({ status: { secrets } }: { status: AppStatus }) {
  const { t } = useTranslation('settings')
  const places = useCall('session.secrets', {})
  return (
    <>
      <Section setting="secrets" title={t('secrets.title')} loading={places.loading}>
        {secrets.kind === 'session' ? (
          <Alert
            color="yellow"
            title={t('secrets.session')}
            icon={<IconKey size={18} aria-hidden />}
            w="100%"
          >
            <div>
              <TranslatedMessage text={secrets.cause} />
            </div>
            <div>
              <TranslatedMessage text={secrets.fix} />
            </div>
          </Alert>
        ) : (
          <p>{t(`secrets.${secrets.kind}`)}</p>
        )}
        {places.failure && (
          <FailureNotice flush failure={places.failure} retry={() => void places.refetch()} />
        )}
        {places.data &&
          (places.data.length === 0 ? (
            <p className={classes.dimmed}>{t('secrets.empty')}</p>
          ) : (
            <>
              <Places places={places.data} />
              <Group gap={8}>
                <CopyAs read={() => placesTable(places.data ?? [])} />
              </Group>
            </>
          ))}
      </Section>
      <Section title={t('secrets.neverTitle')}>
        <Stack component="ul" gap="sm" maw={680} m={0} p={0} pl="lg">
          {never.map((line) => (
            <li key={line}>{t(`secrets.never.${line}`)}</li>
          ))}
        </Stack>
      </Section>
    </>
  )
}

function Places({ places }: { places: readonly SecretLocation[] }) {
  const { t } = useTranslation('settings')
  return (
    <Framed label={t('secrets.title')}>
      <SmallTable
        rows={places}
        rowKey={({ profileId, kind }) => `${profileId} ${kind}`}
        columns={[
          { head: t('term.profile'), cell: ({ profile }) => profile },
          { head: t('secrets.kind'), cell: ({ kind }) => t(`secrets.kinds.${kind}`) },
          { head: t('secrets.place'), cell: ({ place }) => t(`secrets.places.${place}`) },
          {
            head: t('secrets.entry'),
            cell: ({ place, entry }) => (
              <code className={classes.code}>
                {place === 'keychain' || place === 'unknown' ? entry : t('secrets.noEntry')}
              </code>
            ),
          },
        ]}
      />
    </Framed>
  )
}
