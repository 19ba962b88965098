import type { TFunction } from 'i18next'
import { type Clustering, maxClustered } from '../../../shared/domain/cohort.ts'
import type { ClusterBy } from './look.ts'
import { listed } from './remarks.ts'

/** Why a tree that is wanted is not there, and what a tree leaves out. `t` of the namespace `cohort`. */
export function toldClustering(clustering: Clustering, by: ClusterBy, t: TFunction<'cohort'>): string[] {
  const { whyNoSamples, whyNoPathways, leftOut } = clustering
  return [
    ...(by !== 'pathways' && whyNoSamples
      ? [t(`noTree.samples.${whyNoSamples}`, { most: maxClustered })]
      : []),
    ...(by !== 'samples' && whyNoPathways
      ? [t(`noTree.pathways.${whyNoPathways}`, { most: maxClustered })]
      : []),
    ...(by !== 'pathways' && leftOut.samples.length > 0
      ? [t('noTree.leftOutSamples', { count: leftOut.samples.length })]
      : []),
    ...(by !== 'samples' && leftOut.pathways.length > 0
      ? [t('noTree.leftOutPathways', { names: listed(leftOut.pathways, t), count: leftOut.pathways.length })]
      : []),
  ]
}
