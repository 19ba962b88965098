import {
  IconAdjustments,
  IconChartDots3,
  IconPill,
  IconSearch,
  IconStack2,
  IconTestPipe,
  IconVectorTriangle,
  type TablerIcon,
} from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { AppStatus } from '../../../shared/contract/state.ts'
import { matchOf, type SearchHit } from '../../../shared/domain/app/search.ts'
import { allSamplesId } from '../../../shared/domain/studies/study.ts'
import { call } from '../../client/call.ts'
import { useAction } from '../../client/useAction.ts'
import { useCall } from '../../client/useCall.ts'
import { findSettings, toNotOffered } from '../../features/settings/settingsIndex.ts'
import { exploreViews } from '../../state/cohort/exploreViews.ts'
import { useCurrentStudyId, useRecentStudies } from '../../state/currentStudy.ts'
import { useFailureToast } from '../../state/useFailureToast.ts'
import type { PaletteEntry, PaletteGroup } from './paletteEntries.ts'

const maxSettings = 5

/**
 * Returns the matches of a text besides commands: search hits of the main process, views and settings. `isPending`: the
 * main process has not answered for this text yet; until then the previous hits that also match this text are shown.
 */
export function useSearchEntries(
  text: string,
  { status, isOpen }: { status: AppStatus; isOpen: boolean },
): { entries: PaletteEntry[]; isPending: boolean } {
  const isSearching = text !== '' && status.profile !== null
  // Runs before the user types, so that the first search is prepared.
  const { data, isPreviousData, failure } = useCall(
    'search.everything',
    { text },
    { enabled: isOpen && status.profile !== null },
  )
  const isPending = isSearching && !failure && (data === undefined || isPreviousData)
  const toEntry = useHitEntry()
  const isCapsule = status.profile?.signIn === 'capsule'
  const views = useViewEntries(status, isCapsule)
  const settings = useSettingEntries(text, status)
  const search = useDrugSearch(text)
  if (!isSearching) return { entries: [], isPending: false }
  const hits = (failure ? [] : (data ?? []))
    // A capsule has no library.
    .filter(({ kind }) => !isCapsule || kind === 'study' || kind === 'sample')
    .filter(({ name, id }) => !isPreviousData || matchOf(text, [name, id]) !== null)
  return {
    entries: [...hits.map(toEntry), ...(isCapsule ? [] : [search]), ...views, ...settings],
    isPending,
  }
}

const toEntry = (
  group: PaletteGroup,
  names: readonly string[],
  Icon: TablerIcon,
  action: { id: string; label: string; description?: string; onClick(): void },
): PaletteEntry => ({
  group,
  names,
  action: { ...action, leftSection: <Icon size={18} stroke={1.5} aria-hidden /> },
})

const kinds: Record<SearchHit['kind'], { group: PaletteGroup; icon: TablerIcon }> = {
  study: { group: 'studies', icon: IconStack2 },
  sample: { group: 'samples', icon: IconTestPipe },
  pathway: { group: 'pathways', icon: IconVectorTriangle },
  drug: { group: 'drugs', icon: IconPill },
}

function useHitEntry(): (hit: SearchHit) => PaletteEntry {
  const { t } = useTranslation('state')
  const navigate = useNavigate()
  const currentStudyId = useCurrentStudyId()
  const { run: openSample, failure } = useAction(async (sampleId: string) => {
    // Opens the sample in the current study if it belongs to it, so that the user stays there.
    const studies = await call('studies.ofSample', { sampleId })
    const studyId = studies.find((one) => one.studyId === currentStudyId) ?? studies[0]
    const params = {
      studyId: currentStudyId === allSamplesId ? currentStudyId : (studyId?.studyId ?? allSamplesId),
    }
    await navigate({ to: '/study/$studyId/samples', params, search: { sample: sampleId } })
  })
  useFailureToast(failure)
  const open: Record<SearchHit['kind'], (id: string) => void> = {
    study: (studyId) => void navigate({ to: '/study/$studyId', params: { studyId } }),
    sample: (sampleId) => void openSample(sampleId),
    pathway: (pathway) => void navigate({ to: '/library/pathways', search: { pathway } }),
    drug: (drug) => void navigate({ to: '/library/drugs', search: { drug } }),
  }
  return ({ kind, id, name, detail, match }) => {
    const label = kind === 'study' && id === allSamplesId ? t('everySample') : name
    const action = { id: `${kind} ${id}`, label, onClick: () => open[kind](id) }
    const { group, icon } = kinds[kind]
    return {
      ...toEntry(group, [], icon, detail === null ? action : { ...action, description: detail }),
      match,
    }
  }
}

/** Returns entries without a command: the views of Explore and the drug list of the library. */
function useViewEntries({ profile }: AppStatus, isCapsule: boolean): PaletteEntry[] {
  const { t } = useTranslation(['app', 'state'])
  const navigate = useNavigate()
  const currentStudyId = useCurrentStudyId()
  const [recent = allSamplesId] = useRecentStudies(profile?.id ?? '')
  const params = { studyId: currentStudyId ?? recent }
  const goTo = (section: string) => t('palette.goTo', { section })
  const explore = exploreViews.map(({ id, to }) => {
    const name = t(`exploreTabs.${id}`, { ns: 'state' })
    const onClick = () => void navigate({ to, params })
    return toEntry('views', [name], IconChartDots3, { id: `view ${id}`, label: goTo(name), onClick })
  })
  const drugs = t('term.drugs')
  const openDrugs = () => void navigate({ to: '/library/drugs' })
  return isCapsule
    ? explore
    : [
        ...explore,
        toEntry('views', [drugs], IconPill, { id: 'view drugs', label: goTo(drugs), onClick: openDrugs }),
      ]
}

function useSettingEntries(text: string, status: AppStatus): PaletteEntry[] {
  const { t, i18n } = useTranslation('settings')
  const navigate = useNavigate()
  const updates = useCall('updates.status', {}, { enabled: text !== '' }).data
  const language = i18n.language === 'zh-CN' ? 'zh-CN' : 'en'
  return findSettings(text, toNotOffered(status, updates), language)
    .slice(0, maxSettings)
    .map(({ setting, tab, names }) => {
      const label = names[language]
      const onClick = () => void navigate({ to: '/settings', search: { tab } })
      const action = { id: `setting ${setting}`, label, description: t(`tabs.${tab}`), onClick }
      // The setting may have been found by a synonym.
      return {
        ...toEntry('settings', [], IconAdjustments, action),
        match: matchOf(text, [label]) ?? 'elsewhere',
      }
    })
}

function useDrugSearch(text: string): PaletteEntry {
  const { t } = useTranslation('app')
  const navigate = useNavigate()
  const onClick = () => void navigate({ to: '/library/drugs', search: { text } })
  const action = { id: 'search', label: t('palette.searchDrugs', { text }), onClick }
  return { ...toEntry('drugs', [], IconSearch, action), match: 'always' }
}
