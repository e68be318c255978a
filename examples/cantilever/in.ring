# A free ring of 80 spheres with the bonds of the cantilever tumbles and swings: kinetic energy, momenta, and time of the bonds.
#   lmp -in in.ring -var bonds binder|bpm

variable        bonds index binder        # as in in.cantilever
variable        h     index 0.01          # time step
variable        time  index 30

units           lj
atom_style      bpm/sphere
newton          off
comm_modify     vel yes
boundary        m m m
region          box block -16 16 -16 16 -16 16
create_box      1 box bond/types 1 extra/bond/per/atom 2 extra/special/per/atom 6
create_atoms    1 random 80 4711 NULL
set             group all diameter 1
set             group all density $(6/PI)
variable        R equal 0.5/sin(PI/80)
variable        x atom v_R*cos(2*PI*id/80)
variable        y atom v_R*sin(2*PI*id/80)
set             group all x v_x y v_y z 0
group           mobile union all

pair_style      zero 2
pair_coeff      * *
special_bonds   lj 1 1 1
include         bonds.cantilever

# it turns about a slanted axis; waves run along it, and the spheres spin
variable        vx atom 0.05*z-0.1*y+0.2*sin(3*id)
variable        vy atom 0.1*x-0.03*z+0.2*sin(5*id)
variable        vz atom 0.03*y-0.05*x+0.2*sin(7*id)
variable        wx atom 0.03+0.5*sin(11*id)
variable        wy atom 0.05+0.5*sin(13*id)
variable        wz atom 0.1+0.5*sin(17*id)
velocity        all set v_vx v_vy v_vz
set             group all omega v_wx v_wy v_wz

compute         spin all property/atom omegax omegay omegaz
variable        Lx atom y*vz-z*vy+0.1*c_spin[1]           # mass 1 and moment of inertia 1/10
variable        Ly atom z*vx-x*vz+0.1*c_spin[2]
variable        Lz atom x*vy-y*vx+0.1*c_spin[3]
compute         L all reduce sum v_Lx v_Ly v_Lz
compute         P all reduce sum vx vy vz
compute         rotation all erotate/sphere
fix             books all energy/ledger
variable        kinetic equal ke+c_rotation
variable        t equal time

timestep        $h
thermo_style    custom step ke c_rotation v_kinetic f_books c_L[*]
thermo_modify   norm no colname ke KinEng colname c_rotation RotEng colname v_kinetic Kinetic colname f_books Energy &
                colname c_L[1] Lx colname c_L[2] Ly colname c_L[3] Lz
thermo          $(round(v_time/v_h/10))
variable        energy equal f_books
fix             burst all halt 10 v_energy > 160 error continue      # twice the energy of the start
fix             out all ave/time 1 1 $(round(1/v_h)) v_t v_kinetic f_books c_L[*] c_P[*] file ring.dat format " %.17g"
run             $(round(v_time/v_h))
