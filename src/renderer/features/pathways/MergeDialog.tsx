import { Select, Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Pathway } from '../../../shared/domain/pathway.ts'
import type { Action } from './action.ts'
import { Dialog } from './Dialog.tsx'
import classes from './pathways.module.css'

type Props = { detail: Pathway; all: readonly Pathway[]; action: Action<[into: Pathway]>; close(): void }

/** Asks for the pathway that this one is the same as, and says what will be one before it is. */
export function MergeDialog({ detail, all, action, close }: Props) {
  const { t } = useTranslation('pathways')
  const [key, setKey] = useState<string | null>(null)
  const others = all.filter(({ pathway }) => pathway !== detail.pathway)
  const into = others.find(({ pathway }) => pathway === key)
  const namesOf = ({ names }: Pathway) => names.map(({ name }) => name).join(', ')
  return (
    <Dialog
      title={t('merge.title', { title: detail.title })}
      verb={t('merge.verb')}
      disabled={!into}
      pending={action.pending}
      failure={action.failure}
      close={close}
      submit={() => {
        if (into) void action.run(into)
      }}
    >
      <Select
        data-autofocus
        searchable
        openOnFocus={false}
        label={t('merge.label')}
        placeholder={t('merge.placeholder')}
        nothingFoundMessage={t('merge.nothing')}
        maxDropdownHeight={260}
        limit={100}
        value={key}
        onChange={setKey}
        data={others.map(({ pathway, title }) => ({ value: pathway, label: title }))}
      />
      {into && (
        <div className={classes.says} role="status">
          <Text fz={13}>{t('merge.says', { count: detail.names.length, into: into.title })}</Text>
          <dl>
            <dt>{t('merge.moves')}</dt>
            <dd>{namesOf(detail)}</dd>
            <dt>{t('merge.joins', { into: into.title })}</dt>
            <dd>{namesOf(into)}</dd>
          </dl>
          <Text fz={12} c="dimmed">
            {t('merge.later')}
          </Text>
        </div>
      )}
    </Dialog>
  )
}
