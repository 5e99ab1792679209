/** A link that adds a device, once. */
export interface DeviceLink {
  readonly id: string;
  readonly account: string;
  /** The hash of its token, which also signs the device in. */
  readonly hash: string;
  /** The device that made it, for people. */
  readonly by: string;
  readonly state: 'waiting' | 'asked' | 'done' | 'refused';
  /** The device that came by it. */
  readonly device?: LinkedDevice;
  readonly expiresAt: number;
}

/** A device that came by a link. */
export interface LinkedDevice {
  readonly id: string;
  readonly name: string;
  readonly form?: 'computer' | 'phone' | 'tablet';
  /** In base64url. */
  readonly publicKey: string;
  /** Its proof, under a secret that the server never sees. */
  readonly mac: string;
}

/** Keeps links that add a device. A row that was changed without the key counts as none. */
export interface DeviceLinkStore {
  /** Keeps a link in the place of the account's one before, whose token works no more. */
  putDeviceLink(link: DeviceLink, now: number): Promise<void>;
  /** The link with an id or with the hash of its token, if it has not expired. */
  findDeviceLink(
    by: { readonly id: string } | { readonly hash: string },
    now: number,
  ): Promise<DeviceLink | undefined>;
  /** Moves a link on. False when it is not in that state any more, or gone. */
  moveDeviceLink(from: DeviceLink['state'], link: DeviceLink, now: number): Promise<boolean>;
}
