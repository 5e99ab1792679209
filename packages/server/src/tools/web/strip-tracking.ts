const NAMES: ReadonlySet<string> = new Set([
  ...[
    'gclid',
    'gclsrc',
    'gbraid',
    'wbraid',
    'dclid',
    'fbclid',
    'msclkid',
    'twclid',
    'ttclid',
    'yclid',
    'ysclid',
  ],
  ...['igshid', 'igsh', 'li_fat_id', 'epik', 'rdt_cid', 'sccid', '_openstat', 'mc_cid', 'mc_eid', 'mkt_tok'],
  ...['_hsenc', '_hsmi', '__hssc', '__hstc', '__hsfp', 'hsctatracking', 'vero_id', 'vero_conv', 'wickedid'],
  ...['ml_subscriber', 'ml_subscriber_hash', 'rb_clickid', 's_cid', 'cvid', '_ga', '_gl', 'srsltid'],
]);
const BEGINNINGS = ['utm_', 'mtm_', 'matomo_', 'pk_', 'piwik_', 'hsa_', 'oly_', 'ga_'];

/** A URL without the parameters that only tell who came from where, and without its fragment. Pure. */
export function stripTracking(url: URL): URL {
  const stripped = new URL(url);
  stripped.hash = '';
  const isTracking = (name: string): boolean =>
    NAMES.has(name.toLowerCase()) || BEGINNINGS.some((begin) => name.toLowerCase().startsWith(begin));
  const tracking = [...stripped.searchParams.keys()].filter(isTracking);
  // A query that is left alone stays as it was written.
  for (const name of tracking) stripped.searchParams.delete(name);
  return stripped;
}
