import { Button, Radio, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { createStore } from 'zustand/vanilla'
import {
  defaultBasePath,
  dialectSchema,
  type ServiceDialect,
  withoutBlanks,
} from '../../../../shared/domain/app/dialect.ts'
import type { Profile } from '../../../../shared/domain/app/profile.ts'
import { isRecord } from '../../../../shared/json.ts'
import { issueMessage } from '../../../../shared/words/issueMessage.ts'
import type { Message } from '../../../../shared/words/message.ts'
import { call, useSetCached } from '../../../client/call.ts'
import { useUndoableAction } from '../../../state/undo.tsx'
import { FailureNotice } from '../../../ui/feedback/Feedback.tsx'
import { formatPath, parsePath } from '../../../ui/forms/dialect.ts'
import { SegmentedControl } from '../../../ui/forms/SegmentedControl.tsx'
import { createStoreHook } from '../../../ui/pageState.ts'
import { useTranslator } from '../../../ui/text/formats.tsx'
import { Row, Section } from '../SettingParts.tsx'
import classes from '../settings.module.css'

type Props = {
  profile: Profile
  /** The dialect that the last check suggests; undefined before the first check. */
  suggested: ServiceDialect | undefined
}

/**
 * Edits the dialect of a profile: the most used settings as a form, and the whole dialect as the text of its file. Both
 * change the same text, which applies only once it is saved.
 */
export function DialectForm({ profile, suggested }: Props) {
  const { t } = useTranslation('connection')
  const translate = useTranslator()
  const setCached = useSetCached()
  const saved = formatDialect(profile.dialect)
  const draft = useDrafts(({ drafts }) => drafts[profile.id])
  const writeDraft = useDrafts(({ write }) => write)
  const text = draft ?? saved
  const write = (next: string) => writeDraft(profile.id, next === saved ? undefined : next)
  const { typed, dialect, problem } = readDialect(text)
  const isUnsaved = draft !== undefined && (dialect === null || formatDialect(dialect) !== saved)
  const save = useUndoableAction(async (requested: ServiceDialect) => {
    const change = async (next: ServiceDialect) =>
      setCached('app.status', {}, await call('profiles.change', { profileId: profile.id, dialect: next }))
    await change(requested)
    writeDraft(profile.id, undefined)
    return { message: t('set.changed'), undo: () => change(profile.dialect) }
  })
  const textProblem = problem
    ? [problem.name, translate(problem.text)].filter(Boolean).join(': ')
    : t('set.notJson')
  const isSuggestionNew = suggested && formatDialect(suggested) !== saved
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (isUnsaved && dialect) void save.run(dialect)
      }}
    >
      <Section title={t('set.title')}>
        <p className={classes.dimmed}>{t('set.text')}</p>
        {typed && (
          <CommonSettings
            typed={typed}
            profile={profile}
            isPathInvalid={problem?.name === 'base_path'}
            change={(name, value) => write(withSetting(typed, name, value))}
          />
        )}
        <Row setting="dialect" name={t('set.file')} hint={t('set.fileHint')}>
          {(ids) => (
            <Textarea
              {...ids}
              w={420}
              maw="100%"
              rows={Math.min(24, text.split('\n').length + 1)}
              spellCheck={false}
              classNames={{ input: classes.code ?? '' }}
              value={text}
              error={dialect === null && textProblem}
              onChange={({ currentTarget }) => write(currentTarget.value)}
            />
          )}
        </Row>
        {isSuggestionNew && (
          <div>
            <Button onClick={() => write(formatDialect(suggested))}>{t('set.suggested')}</Button>
          </div>
        )}
      </Section>
      {isUnsaved && (
        <div className={classes.saveBar}>
          {save.failure && <FailureNotice flush failure={save.failure} />}
          <Text role="status">{t(dialect ? 'set.unsaved' : 'set.mend')}</Text>
          <Button disabled={save.pending} onClick={() => writeDraft(profile.id, undefined)}>
            {t('set.discard')}
          </Button>
          <Button variant="filled" type="submit" loading={save.pending} disabled={!dialect}>
            {t('action.save')}
          </Button>
        </div>
      )}
    </form>
  )
}

const idempotencyChoices = ['none', 'client_reference', 'honoured'] as const
const pagingChoices = ['page', 'page_from_0', 'offset'] as const
const texts = ['base_path', 'activity_unit', 'aging_offset_unit'] as const

type CommonProps = {
  typed: Readonly<Record<string, unknown>>
  profile: Profile
  isPathInvalid: boolean
  change: (name: keyof ServiceDialect, value: unknown) => void
}

function CommonSettings({ typed, profile, isPathInvalid, change }: CommonProps) {
  const { t } = useTranslation('connection')
  const valueOf = (name: (typeof texts)[number]): string => {
    const value = typed[name]
    return typeof value !== 'string' ? '' : name === 'base_path' ? formatPath(value) : value
  }
  const { base_path = defaultBasePath } = profile.detected
  return (
    <>
      {texts.map((name) => (
        <Row key={name} setting={name} name={t(`set.${name}.label`)} hint={t(`set.${name}.hint`)}>
          {(ids) => (
            <TextInput
              {...ids}
              placeholder={name === 'base_path' ? formatPath(base_path) : t('set.noUnit')}
              autoComplete="off"
              spellCheck={false}
              value={valueOf(name)}
              error={name === 'base_path' && isPathInvalid && t('set.base_path.problem')}
              onChange={({ currentTarget: { value } }) => change(name, value === '' ? undefined : value)}
            />
          )}
        </Row>
      ))}
      <Row setting="paging" name={t('set.paging.label')} hint={t('set.paging.hint')}>
        {(ids) => (
          <SegmentedControl
            size="sm"
            {...ids}
            data={pagingChoices.map((value) => ({ value, label: t(`set.paging.choice.${value}`) }))}
            value={pagingChoices.find((choice) => choice === typed['paging']) ?? 'page'}
            onChange={(value) => change('paging', value)}
          />
        )}
      </Row>
      <Row setting="idempotency" name={t('set.idempotency.label')} hint={t('set.idempotency.hint')}>
        {(ids) => (
          <Radio.Group
            {...ids}
            value={idempotencyChoices.find((choice) => choice === typed['idempotency']) ?? 'none'}
            onChange={(value) => change('idempotency', value)}
          >
            <Stack gap={8} maw={420}>
              {idempotencyChoices.map((choice) => (
                <Radio
                  key={choice}
                  value={choice}
                  label={t(`set.idempotency.choice.${choice}`)}
                  description={t(`set.idempotency.follows.${choice}`)}
                />
              ))}
            </Stack>
          </Radio.Group>
        )}
      </Row>
    </>
  )
}

type Drafts = {
  drafts: Readonly<Record<string, string | undefined>>
  write(profileId: string, draft: string | undefined): void
}

/** Holds unsaved dialects, so that they outlive the tab of the settings where they were typed. */
const useDrafts = createStoreHook(() =>
  createStore<Drafts>()((set) => ({
    drafts: {},
    write: (profileId, draft) => set(({ drafts }) => ({ drafts: { ...drafts, [profileId]: draft } })),
  })),
)

const formatDialect = (dialect: object): string => JSON.stringify(dialect, null, 2)

/** A dialect as typed: its settings, valid or not, or what is wrong with the text. */
type TypedDialect = {
  /** The settings as typed; null if the text is not a JSON object. */
  typed: Readonly<Record<string, unknown>> | null
  /** The dialect to save; null if a setting is invalid. */
  dialect: ServiceDialect | null
  /** The first invalid setting, and what is wrong with it. The name is empty for an unknown setting. */
  problem: { name: string; text: Message } | null
}

/** Parses the text of a dialect file. The base path may lack its first slash, and `/` means none. */
function readDialect(text: string): TypedDialect {
  let typed: unknown
  try {
    typed = JSON.parse(text)
  } catch {
    typed = null
  }
  if (!isRecord(typed)) return { typed: null, dialect: null, problem: null }
  const path = typed['base_path']
  const normalized = typeof path === 'string' ? { ...typed, base_path: parsePath(path) } : typed
  const { success, data, error } = dialectSchema.safeParse(normalized)
  if (success) return { typed, dialect: withoutBlanks(data), problem: null }
  const [issue] = error.issues
  return {
    typed,
    dialect: null,
    problem: issue ? { name: issue.path.join(' › '), text: issueMessage(issue) } : null,
  }
}

/** Returns the text with one setting changed; undefined removes the setting. */
const withSetting = (typed: object, name: keyof ServiceDialect, value: unknown): string =>
  formatDialect({ ...typed, [name]: value })
