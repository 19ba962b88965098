import { Button, Group } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { TryExample } from '../../state/Examples.tsx'
import { Writable } from '../../state/Writable.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'

type Props = { importFile(): void; adopt(): void } | { text: string; clear(): void }

/** Nothing in the register yet, or nothing that matches what is asked: what it is for, and the next step. */
export function NoSamples(props: Props) {
  const { t } = useTranslation('samples')
  if ('clear' in props)
    return (
      <EmptyState
        title={props.text ? t('noMatch.title', { text: props.text }) : t('noMatch.filtered')}
        text={t('noMatch.text')}
        action={
          <Button variant="default" onClick={props.clear}>
            {t('noMatch.action')}
          </Button>
        }
      />
    )
  return (
    <EmptyState
      title={t('empty.title')}
      text={t('empty.text')}
      action={
        <Writable>
          <Group gap={8} justify="center">
            <Button onClick={props.importFile}>{t('empty.action')}</Button>
            <Button variant="default" onClick={props.adopt}>
              {t('empty.adopt')}
            </Button>
            <TryExample />
          </Group>
        </Writable>
      }
    />
  )
}
