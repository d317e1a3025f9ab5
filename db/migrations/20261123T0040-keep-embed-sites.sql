-- Sites whose pages may show what a link opens in a frame, as origins: https://www.example.com.
alter table share_links add embed_sites text[] not null default '{}';
