import { ColorInput, Group, Input, NativeSelect, Textarea, TextInput } from '@mantine/core'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type GroupStyles, okabeIto, stylesOfField } from '../../../figures/style/groupStyles.ts'
import type { Study, StudyDesign } from '../../../shared/domain/studies/study.ts'
import { call, useAction, useCall } from '../../client/call.ts'
import { Dialog, DialogForm } from '../../ui/dialogs/Dialog.tsx'
import { FailureNotice } from '../../ui/feedback/Feedback.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import classes from './study.module.css'

export function EditStudy({ studyId, close }: { studyId: string; close(): void }) {
  const { t } = useTranslation('study')
  const study = useCall('studies.show', { studyId })
  return (
    <Dialog opened onClose={close} title={t('form.title')} size="lg">
      {study.failure && <FailureNotice flush failure={study.failure} />}
      {study.data && <Form study={study.data} close={close} />}
    </Dialog>
  )
}

type Texts = Pick<Study, 'name' | 'question' | 'notes'>

/** The option for no field. */
const none = ''
const labels = { groupBy: 'term.groupsBy', control: 'form.control', pairBy: 'form.pairBy' } as const

function Form({ study, close }: { study: Study; close(): void }) {
  const { t } = useTranslation('study')
  const { studyId, chosen } = study
  const fields = useCall('results.covariates', { of: { filter: { study: studyId } } }).data ?? []
  // Holds only the edited texts. Others may change in another window, and are then shown and left unchanged.
  const [edited, setEdited] = useState<Partial<Texts>>({})
  const stored: Texts = { name: study.name, question: study.question, notes: study.notes }
  const texts = { ...stored, ...edited }
  /** The stored texts at the time of the first edit. */
  const [before, setBefore] = useState<Partial<Texts>>({})
  const edit = (part: keyof Texts, text: string) => {
    setBefore({ [part]: stored[part], ...before })
    setEdited({ ...edited, [part]: text })
  }
  const noticeOf = (part: keyof Texts): string | null =>
    part in edited && ![before[part], edited[part]?.trim()].includes(stored[part])
      ? t('form.changedElsewhere', { text: stored[part] })
      : null
  const [design, setDesign] = useState<Partial<Study['design']>>({})
  const current = { ...study.design, ...design }
  const { groupBy } = current
  const save = useAction(async () => {
    const replaced = Object.entries(stored).filter(([part]) => part in edited)
    await call('studies.change', {
      studyId,
      ...edited,
      ...(replaced.length > 0 && { replaces: Object.fromEntries(replaced) }),
      ...(Object.keys(design).length > 0 && { design }),
    })
    close()
  })
  const names = fields.filter(({ distinct }) => distinct > 1).map(({ name }) => name)
  const groups = fields.find(({ name }) => name === groupBy)?.values.map(({ value }) => value) ?? []
  const chosenGroups = design.groups ?? study.design.groups
  const styles = stylesOfField(groupBy ?? none, { groupBy, groups: chosenGroups }, fields)
  const listed = [...styles.keys()].map(
    (name) => chosenGroups.find(({ value }) => value === name) ?? { value: name },
  )
  /** Configured groups that no sample has now. */
  const absent = chosenGroups.filter(({ value }) => !styles.has(value))
  return (
    <DialogForm
      verb={t('action.save')}
      disabled={texts.name.trim() === ''}
      action={save}
      submit={() => void save.run()}
      close={close}
    >
      <TextInput
        label={t('term.name')}
        value={texts.name}
        maxLength={200}
        error={noticeOf('name')}
        onChange={({ currentTarget: { value } }) => edit('name', value)}
      />
      <Textarea
        label={t('term.question')}
        description={t('form.questionHint')}
        value={texts.question}
        maxLength={2000}
        rows={2}
        error={noticeOf('question')}
        onChange={({ currentTarget: { value } }) => edit('question', value)}
      />
      <Group gap={16} grow align="flex-start">
        {(['groupBy', 'control', 'pairBy'] as const).map((part) => (
          <NativeSelect
            key={part}
            size="sm"
            label={t(labels[part])}
            description={t(part in design || chosen.includes(part) ? 'form.chosen' : 'form.suggested')}
            value={current[part] ?? none}
            data={[
              { value: none, label: t('form.none') },
              ...new Set(
                [...(part === 'control' ? groups : names), current[part]].filter((one) => one !== null),
              ),
            ]}
            onChange={({ currentTarget: { value } }) =>
              setDesign({
                ...design,
                ...(part === 'groupBy' && { groups: [], control: null }),
                [part]: value || null,
              })
            }
          />
        ))}
      </Group>
      {listed.length > 1 && listed.length <= mostListed && (
        <GroupList
          groups={listed}
          styles={styles}
          change={(next) => setDesign({ ...design, groups: [...next, ...absent] })}
        />
      )}
      <Textarea
        label={t('form.notes')}
        value={texts.notes}
        maxLength={20_000}
        rows={4}
        error={noticeOf('notes')}
        onChange={({ currentTarget: { value } }) => edit('notes', value)}
      />
    </DialogForm>
  )
}

type DesignGroup = StudyDesign['groups'][number]

/** More groups than this cannot be told apart by color. */
const mostListed = 12

type GroupListProps = {
  groups: readonly DesignGroup[]
  styles: GroupStyles
  change(groups: DesignGroup[]): void
}

/** Edits the order of the groups and their colors, which all views use. */
function GroupList({ groups, styles, change }: GroupListProps) {
  const { t } = useTranslation('study')
  const move = (from: number, to: number) => {
    const others = groups.filter((_, at) => at !== from)
    const moved = groups[from]
    if (moved) change([...others.slice(0, to), moved, ...others.slice(to)])
  }
  return (
    <Input.Wrapper label={t('form.groups')} description={t('form.groupsHint')}>
      <ol className={classes.groups}>
        {groups.map((group, at) => (
          <li key={group.value}>
            <ColorInput
              size="xs"
              format="hex"
              disallowInput
              withEyeDropper={false}
              aria-label={t('form.colorOf', { group: group.value })}
              swatches={[...okabeIto]}
              value={styles.get(group.value)?.colour ?? ''}
              onChange={(colour) => change(groups.map((one) => (one === group ? { ...one, colour } : one)))}
            />
            <bdi>{group.value}</bdi>
            <IconButton
              icon={IconArrowUp}
              disabled={at === 0}
              label={t('form.moveUp', { group: group.value })}
              onClick={() => move(at, at - 1)}
              size="md"
            />
            <IconButton
              icon={IconArrowDown}
              disabled={at === groups.length - 1}
              label={t('form.moveDown', { group: group.value })}
              onClick={() => move(at, at + 1)}
              size="md"
            />
          </li>
        ))}
      </ol>
    </Input.Wrapper>
  )
}
