import { useCall } from '../../client/useCall.ts'

/** Groups and tags that samples of the register have, to be chosen from. */
export function useKnownValues() {
  const facets = useCall('samples.facets', {}).data
  return {
    groups: facets?.groups.flatMap(({ value }) => (value === null ? [] : [value])) ?? [],
    tags: facets?.tags.map(({ value }) => value) ?? [],
  }
}
