import { expect, test } from 'vitest';
import { parseDriveLink } from './drive-address.ts';

/** Invented IDs, as long as real ones. */
const IDS: Record<string, string> = {
  F: '1aB3dE5gH7jK9mN1pQ3sT5vW7yZ_0b-2D',
  F2: '1zY8xW6vU4tS2rQ0pO8nM6lK4jI_2h-0G',
  D: '1Qr5StUv7WxYz9AbCdEf1GhIjKl3MnOp_',
  D2: '1kJ7hG5fD3sA1qW9eR7tY5uI3oP1lZ_xC',
  OLD: '0B7xQk3dVmTn2WjNlYzRhc1BfZ0E',
  OLDF: '0Bz9k2XcVbNmQfjA1S2R3dEZnaGg',
  DOC: '1vXw3Zy5Ab7Cd9Ef1Gh3Ij5Kl7Mn9Op1Qr3St5Uv7WxY',
  DRV: '0AJ4kLm8NpQrSUk9PVA',
  RK: '0-AbCdEfGhIjKlMnOpQrStUv',
};
const filledIn = (text: string) =>
  text.replaceAll(/\{(\w+)\}/g, (all, id: string) => IDS[id] ?? all);
const lines = (table: string) => table.trim().split('\n').map(filledIn);

/** Kind, ID, resource key or -, and the pasted link. */
const ACCEPTED = String.raw`
file {F} - https://drive.google.com/file/d/{F}/view?usp=sharing
file {F} - https://drive.google.com/file/d/{F}/view?usp=drive_link
file {F} - https://drive.google.com/file/d/{F}/view
file {F} - https://drive.google.com/file/d/{F}/preview
file {F} - https://drive.google.com/file/d/{F}/edit?usp=drivesdk
file {F} - https://drive.google.com/file/d/{F}
file {F} - https://drive.google.com/file/d/{F}/
file {F} - https://drive.google.com/file/u/0/d/{F}/view
file {F} - https://drive.google.com/u/1/file/d/{F}/view
file {OLDF} - https://drive.google.com/a/example.com/file/d/{OLDF}/view
file {OLDF} {RK} https://drive.google.com/file/d/{OLDF}/view?resourcekey={RK}
file {F} {RK} https://drive.google.com/file/d/{F}/view?usp=sharing&resourcekey={RK}
file {F} {RK} https://drive.google.com/file/d/{F}/view?resourceKey={RK}
unknown {F} - https://drive.google.com/open?id={F}
unknown {F} - https://drive.google.com/open?id={F}&authuser=0
unknown {F} - https://drive.google.com/open?usp=drive_fs&id={F}
unknown {D} {RK} https://drive.google.com/a/example.com/open?id={D}&resourcekey={RK}
unknown {F} - https://docs.google.com/open?id={F}
file {F} - https://drive.google.com/uc?id={F}&export=download
file {F} - https://drive.google.com/uc?export=view&id={F}
file {F} - https://drive.google.com/u/0/uc?id={F}&export=download
file {F} - https://docs.google.com/uc?export=download&confirm=t&id={F}
file {F} - https://drive.google.com/uc?export=download&amp;id={F}
file {F} - https://drive.usercontent.google.com/download?id={F}&export=download&authuser=0&confirm=t&uuid=5b0f7d6e-0a52-4d0e-9a5b-1f1d1f1d1f1d&at=APvzH3o
file {F} - https://drive.usercontent.google.com/u/0/uc?id={F}&export=download
file {F} - https://drive.google.com/thumbnail?id={F}&sz=w1000
file {F} - https://lh3.googleusercontent.com/d/{F}=s512
file {F} - https://lh3.googleusercontent.com/d/{F}
file {F} - https://lh3.googleusercontent.com/d/{F}=w1920-h1080-p-k-no
file {F} - https://lh3.google.com/u/0/d/{F}=w2094-h1242-iv1
file {F} - https://drive.fife.usercontent.google.com/u/0/d/{F}=s0
folder {D} - https://drive.google.com/drive/folders/{D}
folder {D} - https://drive.google.com/drive/folders/{D}?usp=sharing
folder {D} - https://drive.google.com/drive/folders/{D}/
folder {D} - https://drive.google.com/drive/u/0/folders/{D}
folder {D} - https://drive.google.com/drive/u/12/folders/{D}?usp=drive_link
folder {OLD} {RK} https://drive.google.com/drive/folders/{OLD}?resourcekey={RK}&usp=sharing
folder {OLD} {RK} https://drive.google.com/drive/u/1/folders/{OLD}?usp=sharing&resourcekey={RK}
folder {DRV} - https://drive.google.com/drive/folders/{DRV}
folder {D} - https://drive.google.com/drive/mobile/folders/{D}?usp=sharing
folder {D2} - https://drive.google.com/drive/mobile/folders/{D}/{D2}?sort=13&direction=a
folder {D} - https://drive.google.com/drive/a/example.com/folders/{D}
folder {D} - https://drive.google.com/a/example.com/drive/folders/{D}
folder {D} - https://drive.google.com/folderview?id={D}&usp=sharing
folder {D} - https://drive.google.com/folder/d/{D}/edit
folder {D} - https://drive.google.com/embeddedfolderview?id={D}#grid
folder {OLD} {RK} https://drive.google.com/embeddedfolderview?resourcekey={RK}&id={OLD}#list
folder {D} - https://drive.google.com/drive/#folders/{D}
folder {D2} - https://drive.google.com/drive/u/0/#folders/{D2}
folder {OLD} - https://drive.google.com/#folders/{OLD}
document {DOC} - https://docs.google.com/document/d/{DOC}/edit?usp=sharing
document {DOC} - https://docs.google.com/document/d/{DOC}/edit?tab=t.0#heading=h.1a2b3c
document {DOC} - https://docs.google.com/document/u/0/d/{DOC}/mobilebasic
document {DOC} - https://docs.google.com/a/example.com/document/d/{DOC}/edit
spreadsheet {DOC} - https://docs.google.com/spreadsheets/d/{DOC}/edit?gid=0#gid=0
spreadsheet {DOC} - https://docs.google.com/spreadsheets/d/{DOC}/export?format=xlsx
spreadsheet {DOC} - https://docs.google.com/spreadsheets/u/1/d/{DOC}/htmlview
presentation {DOC} - https://docs.google.com/presentation/d/{DOC}/edit#slide=id.p
presentation {DOC} - https://docs.google.com/presentation/d/{DOC}/embed?start=false&loop=false
spreadsheet 0AmB1cD2eF3gH4dGhJ5kL6mN7oP8qR9sT0uV - https://docs.google.com/spreadsheet/ccc?key=0AmB1cD2eF3gH4dGhJ5kL6mN7oP8qR9sT0uV
drawing {DOC} - https://docs.google.com/drawings/d/{DOC}/edit
file {OLDF} - https://docs.google.com/file/d/{OLDF}/edit?usp=drivesdk
file {F} - https://docs.google.com/viewer?srcid={F}&pid=explorer&efh=false
file {F} - https://www.googleapis.com/drive/v3/files/{F}?alt=media
file {F} - https://www.google.com/url?q=https%3A%2F%2Fdrive.google.com%2Ffile%2Fd%2F{F}%2Fview&sa=D&source=editors
file {F} - http://drive.google.com/file/d/{F}/view
folder {D} - drive.google.com/drive/folders/{D}
file {F} - https://drive.google.com/file/d/{F}/view).
file {F} - <iframe src="https://drive.google.com/file/d/{F}/preview" width="640"></iframe>
file {F} - HTTPS://DRIVE.GOOGLE.COM/file/d/{F}/view
folder {D} - {D}
folder {OLD} - {OLD}
file {F} - gdrive-{F}
`;

const REFUSED = String.raw`
not a link
abcdefghijklmnopqrstuvwx
{D} {D2}
https://drive.google.com/
https://drive.google.com/drive/my-drive
https://drive.google.com/drive/u/0/shared-with-me
https://drive.google.com/drive/u/0/search?q=type:image
https://drive.google.com/drive/recent
https://drive.google.com/file/d/abc/view
https://drive.google.com/file/d/{F}!/view
https://drive.google.com/open?id=
https://drive.google.com/open
https://drive.google.com/open?id={F}&id={F2}
https://drive.google.com.evil.example/file/d/{F}/view
https://evil.example/?u=https://drive.google.com/file/d/{F}/view
https://evil.example/drive.google.com/file/d/{F}/view
https://user:pw@drive.google.com/file/d/{F}/view
https://drive.google.com:8443/file/d/{F}/view
javascript:location='https://drive.google.com/file/d/{F}/view'
data:text/html,https://drive.google.com/file/d/{F}/view
ftp://drive.google.com/file/d/{F}/view
https://www.google.com/url?q=https%3A%2F%2Fevil.example%2Ffile%2Fd%2F{F}
https://docs.google.com/document/d/e/2PACX-1vQ3sT5uV7wX9yZ1aB3cD5eF7gH9iJ1kL3mN5oP7qR9sT1uV3wX5yZ7aB/pub
https://docs.google.com/spreadsheets/d/e/2PACX-1vQ3sT5uV7wX9yZ1aB3cD5eF7gH9iJ1kL3mN5oP7qR9sT1/pubhtml
https://docs.google.com/forms/d/e/1FAIpQLSe1aB3cD5eF7gH9iJ1kL3mN5oP7qR9sT1uV3wX5yZ7aB9cD1/viewform
https://forms.gle/AbCdEf123
https://goo.gl/AbC123
https://bit.ly/3xYzAbC
https://photos.app.goo.gl/AbCdEfGhIjKlMnOp1
https://photos.google.com/share/{DOC}
https://www.dropbox.com/scl/fi/abcdefghijklmnop12345/x.jpg?rlkey=abcdefghijklmnopqrstuvwxyz
https://1drv.ms/u/s!AbCdEfGhIjKlMnOpQrStUvWx
https://lh3.googleusercontent.com/a/ACg8ocKabcdefghijklmnopqrstuvwxyz=s96-c
https://lh3.googleusercontent.com/pw/AP1GczNabcdefghijklmnopqrstuvwxyz=w600
gdrive-
gdrive-../../etc/passwd
`;

test.each(lines(ACCEPTED))('%s', (line) => {
  const [, kind, id, key, link = ''] = /^(\w+) (\S+) (\S+) (.*)$/.exec(line) ?? [];
  expect(parseDriveLink(link)).toEqual({ kind, id, resourceKey: key === '-' ? null : key });
});

test.each([...lines(REFUSED), '', '   '])('refuses %s', (link) => {
  expect(parseDriveLink(link)).toBeNull();
});

test('ignores brackets and spaces around a pasted link', () => {
  const link = filledIn('  <https://drive.google.com/file/d/{F}/view>  ');
  expect(parseDriveLink(link)?.id).toBe(IDS.F);
});
