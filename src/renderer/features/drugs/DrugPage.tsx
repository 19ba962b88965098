import { Skeleton } from '@mantine/core'
import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import type { DrugDetail } from '../../../shared/domain/drug.ts'
import { useCall } from '../../client/useCall.ts'
import { FailureNotice } from '../../ui/FailureNotice.tsx'
import { LoadingBar } from '../../ui/LoadingBar.tsx'
import { chooseAnswer } from './chooseAnswer.ts'
import { Facts } from './Facts.tsx'
import { Links } from './Links.tsx'
import { Lookup } from './Lookup.tsx'
import { Mine } from './Mine.tsx'
import { PageHead } from './PageHead.tsx'
import { Pathways } from './Pathways.tsx'
import classes from './page.module.css'
import { RawJson } from './RawJson.tsx'
import type { Choosing } from './useChosen.ts'
import { useMark } from './useMark.ts'

type Props = {
  drugId: string
  profileId: string
  askService: boolean
  choosing: Choosing
  wide: boolean
  setWide(wide: boolean): void
  /** Where nothing around the page closes it. */
  close: (() => void) | undefined
}

/** One drug: at once as it is kept here, then as the service has it now. Not drawn anew with every letter of the search. */
export const DrugPage = memo(function DrugPage(props: Props) {
  const { drugId, askService } = props
  const { t } = useTranslation('drugs')
  // Asked again once it takes the place of the service's answer, which was kept in the meantime.
  const kept = useCall('drugs.show', { drugId, from: 'cache' }, { refetchKey: askService })
  const fresh = useCall('drugs.show', { drugId, from: 'service' }, { enabled: askService })
  const own = chooseAnswer({ drugId, kept: kept.data, fresh: fresh.data, askService })
  // What is kept is read again with every push, of which nobody needs to be told.
  const loading = fresh.loading || (kept.loading && !own)
  const drug = own ?? (loading ? kept.data : undefined)
  const failure = loading ? null : (fresh.failure ?? (own ? null : kept.failure))
  return (
    <article className={classes.drug} aria-label={t('detail.label')} data-wide={props.wide || undefined}>
      <LoadingBar visible={loading} />
      {drug ? (
        <Drug key={`${props.profileId} ${drug.drugId}`} drug={drug} {...props} />
      ) : (
        loading && <PageSkeleton />
      )}
      {failure && (
        <FailureNotice
          failure={failure}
          retry={() => {
            void kept.refetch()
            if (askService) void fresh.refetch()
          }}
        />
      )}
    </article>
  )
})

const PageSkeleton = () => (
  <div aria-hidden className={classes.skeleton}>
    <Skeleton height={20} width="50%" />
    <Skeleton height={10} width="25%" />
    <Skeleton height={12} mt={24} />
    <Skeleton height={12} width="80%" />
    <Skeleton height={12} width="90%" />
  </div>
)

function Drug({ drug, profileId, ...props }: Props & { drug: DrugDetail }) {
  const { t } = useTranslation('drugs')
  const marking = useMark(drug)
  return (
    <>
      <PageHead drug={drug} marking={marking} {...props} />
      <div className={classes.columns}>
        <div className={classes.factsPart}>
          <Facts drug={drug} />
        </div>
        <div className={classes.mainPart}>
          <Pathways drug={drug} />
          <Lookup drug={drug} />
          <Links drugId={drug.drugId} />
        </div>
        <div className={classes.minePart}>
          <Mine drug={drug} profileId={profileId} marking={marking} />
        </div>
        <div className={classes.rawPart}>
          <RawJson label={t('detail.raw')} raw={drug.raw} fetchedAt={drug.detailsFetchedAt} />
          {drug.pathwaysRaw !== null && drug.pathwaysRaw !== undefined && (
            <RawJson
              label={t('detail.rawPathways')}
              raw={drug.pathwaysRaw}
              fetchedAt={drug.pathwaysFetchedAt}
            />
          )}
        </div>
      </div>
    </>
  )
}
